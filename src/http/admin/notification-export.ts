import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { csvLine } from '../../csv.ts'
import type { Notification } from '../../webhooks/notification.ts'
import { listNotificationsAfter } from '../../webhooks/notification-store.ts'
import { presentNotification } from '../api/notifications.ts'

const PAGE = 500

/** All notifications that are kept, as files to download. */
export function notificationExportRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    // Addresses of all subscribers there were, in one file: not for who only looks on.
    const config = { role: 'editor' } as const
    const schema = (format: string) => ({
      tags: ['Notifications'],
      summary: `Download notifications as ${format}`,
    })

    app.get('/notifications.ndjson', { config, schema: schema('NDJSON') }, (req, reply) =>
      reply
        .headers({
          'content-type': 'application/x-ndjson; charset=utf-8',
          'content-disposition': 'attachment; filename="notifications.ndjson"',
        })
        .send(Readable.from(lines(req.publisher.id, ndjsonLine))),
    )

    app.get('/notifications.csv', { config, schema: schema('CSV') }, (req, reply) =>
      reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="notifications.csv"',
        })
        .send(
          Readable.from(
            lines(
              req.publisher.id,
              csvRecord,
              csvLine(['id', 'kind', 'created', 'svcId', 'email', 'payload']),
            ),
          ),
        ),
    )
    return Promise.resolve()
  }

  /** Page by page, so that any number takes the same memory. */
  async function* lines(publisherId: number, format: (notification: Notification) => string, head = '') {
    if (head) yield head
    let after = ''
    for (;;) {
      const page = await listNotificationsAfter(ctx.db, publisherId, after, PAGE)
      for (const notification of page) yield format(notification)
      if (page.length < PAGE) return
      after = page.at(-1)!.id
    }
  }
}

function ndjsonLine(notification: Notification): string {
  return `${JSON.stringify(presentNotification(notification))}\n`
}

function csvRecord({ id, kind, created, payload }: Notification): string {
  const { svcId, email } = JSON.parse(payload) as { svcId: string; email: string }
  return csvLine([id, kind, new Date(created).toISOString(), svcId, email, payload])
}
