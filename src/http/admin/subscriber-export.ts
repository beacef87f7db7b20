import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { csvLine } from '../../csv.ts'
import { walkEvents } from '../../events/event-store.ts'
import { calendarNamesOf, readsOfSubscribers } from '../../subscribers/activity-store.ts'
import { countSubscribers } from '../../subscribers/count-subscribers.ts'
import { listSubscribers } from '../../subscribers/list-subscribers.ts'
import type { Subscriber } from '../../subscribers/subscriber.ts'
import { PROFILE_ROWS } from '../../subscribers/subscriber-fields.ts'
import type { SubscriberFilter } from '../../subscribers/subscriber-order.ts'
import { getSubscriber } from '../../subscribers/subscriber-store.ts'
import { note } from '../../users/audit.ts'
import { listPayloadsOf } from '../../webhooks/subscriber-notifications.ts'
import { CONSENT_FIELDS } from '../../widgets/widget.ts'
import { Key } from '../api/schemas.ts'
import { contract, textFile } from '../contract.ts'
import { jsonParts } from '../json-parts.ts'
import { sendParts } from '../send-parts.ts'
import { readStored } from '../widget/my-data.ts'
import { PersonalData, presentPersonalData, presentPrivate, PrivateEvent } from '../widget/present-my-data.ts'
import { iso } from './present-subscriber.ts'
import { readFilter, SubscriberFilters } from './subscriber-query.ts'

const PAGE = 500
/** Spreadsheet programs need this mark to recognise UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

const ById = Type.Object({ id: Key })
const SubscriberExport = Type.Object({
  svcId: Type.String(),
  state: Type.Enum(['active', 'left']),
  left: Type.Union([Type.String(), Type.Null()]),
  ...PersonalData.properties,
  privateEvents: Type.Array(Type.Object({ ...PrivateEvent.properties, draft: Type.Boolean() })),
  notifications: Type.Array(
    Type.Object({ kind: Type.String(), created: Type.String(), payload: Type.Object({}) }),
  ),
})

/**
 * Downloads: all subscribers that match a filter, and all data of one subscriber. Each download is in the
 * audit log.
 */
export function subscriberExportRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['Subscribers']
    // The file has names and e-mail addresses, so viewers may not download it.
    const config = { role: 'editor' } as const

    app.get<{ Querystring: Static<typeof SubscriberFilters> }>(
      '/subscribers.csv',
      {
        config,
        exposeHeadRoute: false,
        schema: contract({
          id: 'downloadSubscribers',
          tags,
          summary: 'Download subscribers as CSV',
          query: SubscriberFilters,
          answers: { 200: textFile('text/csv') },
        }),
      },
      async (req, reply) => {
        const filter = await readFilter(ctx.db, req.publisher.id, req.query)
        const count = await countSubscribers(ctx.db, req.publisher.id, filter)
        // Written first: what can't be told of is not handed out.
        const subject = { kind: 'subscribers', id: 'csv' }
        const exported = { ...told(filter), [count.more ? 'atLeast' : 'count']: count.value }
        await note(ctx.db, req.actor, 'subscribers.export', subject, exported)
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
        schema: contract({
          id: 'exportSubscriber',
          tags,
          summary: 'Everything held of one subscriber, as JSON',
          params: ById,
          answers: { 200: SubscriberExport },
        }),
      },
      async (req, reply) => {
        const subscriber = await getSubscriber(ctx.db, req.publisher.id, req.params.id)
        const { id } = subscriber
        await note(ctx.db, req.actor, 'subscriber.export', { kind: 'subscriber', id })
        return sendParts(reply, recordOf(subscriber), {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="subscriber-${id}.json"`,
        })
      },
    )
    return Promise.resolve()
  }

  /**
   * Yields one page at a time, so that memory does not depend on the number, with pauses for other requests.
   */
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
    const stored = presentPersonalData(await readStored(ctx, subscriber), ctx.now())
    const head = { svcId: id, state: active ? 'active' : 'left', left, ...stored }
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
        payload,
      }))
      if (page.length < PAGE) return
      after = page.at(-1)!.id
    }
  }
}

/** Returns a filter for the audit log, without the searched text, which may name a subscriber. */
function told({ q, ...rest }: SubscriberFilter) {
  return { ...rest, ...(q && { search: true }) }
}

const COLUMNS = [
  ...['svcId', 'email', 'state', 'since', 'left', 'source', 'widgetId'],
  ...PROFILE_ROWS.map(([name]) => name),
  ...[...CONSENT_FIELDS, 'customFields', 'calendars', 'applications', 'reads', 'lastRead'],
]

function cells(
  { id, email, active, created, endedAt, source, widgetId, profile }: Subscriber,
  calendars: string[],
  read: { last: number; reads: number } | undefined,
): string[] {
  const { optins, customFields, applications } = profile
  const custom = Object.fromEntries((customFields ?? []).map(({ name, value }) => [name, value]))
  return [
    ...[id, email, active ? 'active' : 'left', iso(created), active || !endedAt ? '' : iso(endedAt)],
    ...[source, widgetId],
    ...PROFILE_ROWS.map(([name]) => profile[name] ?? ''),
    ...CONSENT_FIELDS.map((_, index) => (optins?.[index] === undefined ? '' : optins[index] ? 'yes' : 'no')),
    customFields?.length ? JSON.stringify(custom) : '',
    calendars.join('; '),
    (applications ?? []).join('; '),
    ...[String(read?.reads ?? 0), read ? iso(read.last) : ''],
  ]
}
