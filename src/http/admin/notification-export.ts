import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { csvLine } from '../../csv.ts'
import type { Notification } from '../../webhooks/notification.ts'
import { listNotificationsAfter } from '../../webhooks/notification-store.ts'
import { NotificationRecord, presentNotification } from '../api/notifications.ts'
import { contract, textFile } from '../contract.ts'

const PAGE = 500

/** Downloads of all stored notifications. */
export function notificationExportRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    // The file has the e-mail addresses of all subscribers, also former ones, so viewers may not download it.
    const config = { role: 'editor' } as const
    const tags = ['Notifications']

    app.get(
      '/notifications.ndjson',
      {
        config,
        schema: contract({
          id: 'downloadNotificationsNdjson',
          tags,
          summary: 'Download notifications as NDJSON',
          answers: { 200: textFile('application/x-ndjson', NotificationRecord) },
        }),
      },
      (req, reply) =>
        reply
          .headers({
            'content-type': 'application/x-ndjson; charset=utf-8',
            'content-disposition': 'attachment; filename="notifications.ndjson"',
          })
          .send(Readable.from(lines(req.publisher.id, ndjsonLine))),
    )

    app.get(
      '/notifications.csv',
      {
        config,
        schema: contract({
          id: 'downloadNotificationsCsv',
          tags,
          summary: 'Download notifications as CSV',
          answers: { 200: textFile('text/csv') },
        }),
      },
      (req, reply) =>
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

  /** Yields one page at a time, so that memory does not depend on the number. */
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
  const { svcId = '', email = '' } = payload as { svcId?: string; email?: string }
  return csvLine([id, kind, new Date(created).toISOString(), svcId, email, JSON.stringify(payload)])
}
