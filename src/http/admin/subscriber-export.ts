import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { csvLine } from '../../csv.ts'
import { walkEvents } from '../../events/event-store.ts'
import { calendarNamesOf, readsOfSubscribers } from '../../subscribers/activity-store.ts'
import { countSubscribers } from '../../subscribers/count-subscribers.ts'
import { listSubscribers } from '../../subscribers/list-subscribers.ts'
import type { Subscriber } from '../../subscribers/subscriber.ts'
import type { SubscriberFilter } from '../../subscribers/subscriber-order.ts'
import { getSubscriber } from '../../subscribers/subscriber-store.ts'
import { audit } from '../../users/audit.ts'
import { listPayloadsOf } from '../../webhooks/subscriber-notifications.ts'
import { CONSENT_FIELDS } from '../../widgets/widget.ts'
import { Key } from '../api/schemas.ts'
import { jsonParts } from '../json-parts.ts'
import { sendParts } from '../send-parts.ts'
import { dataOf, presentPrivate } from '../widget/my-data.ts'
import { iso } from './present-subscriber.ts'
import { readFilter, SubscriberFilters } from './subscriber-query.ts'

const PAGE = 500
/** Spreadsheets take a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

const ById = Type.Object({ id: Key })

/** Subscribers as files: all that a filter finds, and everything held of one. Each download is in the log. */
export function subscriberExportRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Subscribers']
    // Names and addresses in one file: not for who only looks on.
    const config = { role: 'editor' } as const

    app.get<{ Querystring: Static<typeof SubscriberFilters> }>(
      '/subscribers.csv',
      {
        config,
        exposeHeadRoute: false,
        schema: { tags, summary: 'Download subscribers as CSV', querystring: SubscriberFilters },
      },
      async (req, reply) => {
        const filter = readFilter(req.query)
        const count = await countSubscribers(ctx.db, req.publisher.id, filter)
        // Written first: what can't be told of is not handed out.
        await audit(ctx.db, req.actor, 'subscribers.export', { kind: 'subscribers', id: 'csv' }, null, {
          ...told(filter),
          [count.more ? 'atLeast' : 'count']: count.value,
        })
        return sendParts(reply, csvLines(req.publisher.id, filter), {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="subscribers.csv"',
        })
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/subscribers/:id/export',
      {
        config,
        exposeHeadRoute: false,
        schema: { tags, summary: 'Everything held of one subscriber, as JSON', params: ById },
      },
      async (req, reply) => {
        const subscriber = await getSubscriber(ctx.db, req.publisher.id, req.params.id)
        const { id } = subscriber
        await audit(ctx.db, req.actor, 'subscriber.export', { kind: 'subscriber', id }, null, null)
        return sendParts(reply, recordOf(subscriber), {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="subscriber-${id}.json"`,
        })
      },
    )
    return Promise.resolve()
  }

  /** Page by page, so that any number takes the same memory, and others get their turn in between. */
  async function* csvLines(publisherId: number, filter: SubscriberFilter) {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS)
    const order = { by: filter.q ? ('email' as const) : ('created' as const), descending: false }
    for (let after; ;) {
      const page = await listSubscribers(ctx.db, publisherId, filter, order, after, PAGE)
      const ids = page.subscribers.map(({ id }) => id)
      const calendars = await calendarNamesOf(ctx.db, publisherId, ids)
      const reads = await readsOfSubscribers(ctx.db, publisherId, ids)
      const lines = page.subscribers.map((subscriber) =>
        csvLine(cells(subscriber, calendars.get(subscriber.id) ?? [], reads.get(subscriber.id))),
      )
      if (lines.length > 0) yield lines.join('')
      if (!page.next) return
      after = page.next
    }
  }

  async function* recordOf(subscriber: Subscriber) {
    const { publisherId, id, privateCalendarId, active, endedAt } = subscriber
    const left = active ? null : endedAt && iso(endedAt)
    const head = { svcId: id, state: active ? 'active' : 'left', left, ...(await dataOf(ctx, subscriber)) }
    yield* jsonParts(head, {
      privateEvents: privateEvents(publisherId, privateCalendarId),
      notifications: notifications(publisherId, id),
    })
  }

  async function* privateEvents(publisherId: number, calendarId: string) {
    for await (const events of walkEvents(ctx.db, publisherId, calendarId)) {
      yield events.map((event) => ({ ...presentPrivate(event), draft: event.draft }))
    }
  }

  async function* notifications(publisherId: number, subscriberId: string) {
    for (let after = ''; ;) {
      const page = await listPayloadsOf(ctx.db, publisherId, subscriberId, after, PAGE)
      yield page.map(({ kind, created, payload }) => ({
        kind,
        created: iso(created),
        payload: JSON.parse(payload) as object,
      }))
      if (page.length < PAGE) return
      after = page.at(-1)!.id
    }
  }
}

/** What the log says of a filter: not whom somebody looked for. */
function told({ q, ...rest }: SubscriberFilter) {
  return { ...rest, ...(q && { search: true }) }
}

const COLUMNS = [
  ...['svcId', 'email', 'state', 'since', 'left', 'source', 'widgetId', 'firstName', 'lastName', 'mobile'],
  ...['country', 'zip', 'gender', 'ageGroup', 'dob', 'parentEmail', 'parentConsentOn', 'reference'],
  ...[...CONSENT_FIELDS, 'customFields', 'calendars', 'applications', 'reads', 'lastRead'],
]

function cells(
  { id, email, active, created, endedAt, source, widgetId, profile }: Subscriber,
  calendars: string[],
  read: { last: number; reads: number } | undefined,
): string[] {
  const { firstName, lastName, mobile, country, zip, gender, ageGroup, dob } = profile
  const { parentEmail, parentConsentOn, reference, optins, customFields, applications } = profile
  const custom = Object.fromEntries((customFields ?? []).map(({ name, value }) => [name, value]))
  const answers = [firstName, lastName, mobile, country, zip, gender, ageGroup, dob]
  return [
    ...[id, email, active ? 'active' : 'left', iso(created), active || !endedAt ? '' : iso(endedAt)],
    ...[source, widgetId],
    ...[...answers, parentEmail, parentConsentOn, reference].map((answer) => answer ?? ''),
    ...CONSENT_FIELDS.map((_, index) => (optins?.[index] === undefined ? '' : optins[index] ? 'yes' : 'no')),
    customFields?.length ? JSON.stringify(custom) : '',
    calendars.join('; '),
    (applications ?? []).join('; '),
    ...[String(read?.reads ?? 0), read ? iso(read.last) : ''],
  ]
}
