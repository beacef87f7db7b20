import type { Db } from '../db/database.ts'
import { COUNTED_MS } from '../events/event-change.ts'
import { listChangesOfEvents } from '../events/event-change-store.ts'
import { listEventsById } from '../events/event-store.ts'
import { listSubscribedCalendarIds } from '../subscribers/subscription-store.ts'
import { type AlertTopic, type RecipientState, type Told, toldKeys, topicKey } from './alert.ts'
import { listAlertsById } from './alert-store.ts'

/** An alert as it concerns one subscriber. Times are epoch ms. */
export interface PersonAlert {
  alertId: string
  /** When the alert began. */
  created: number
  state: RecipientState
  /** When the last mail was sent; null: none was. */
  at: number | null
  /** The events that were told; if none was, those of the calendars that the subscriber follows now. */
  events: PersonEvent[]
}

interface PersonEvent extends AlertTopic {
  name: string
  /** True: it was deleted. */
  gone: boolean
}

/** Lists the alerts that a subscriber got or was to get, the newest first, without events of unknown names. */
export async function listPersonAlerts(
  db: Db,
  publisherId: number,
  subscriberId: string,
  limit?: number,
): Promise<PersonAlert[]> {
  let query = db
    .selectFrom('alert_recipient')
    .select(['alert_id', 'state', 'told', 'at'])
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .orderBy('alert_id', 'desc')
  if (limit !== undefined) query = query.limit(limit)
  const rows = await query.execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ alert_id }) => alert_id)
  const alerts = new Map((await listAlertsById(db, publisherId, ids)).map((alert) => [alert.id, alert]))
  const follows = new Set(await listSubscribedCalendarIds(db, publisherId, subscriberId))
  const known = rows.flatMap(({ alert_id: alertId, state, told, at }) => {
    const alert = alerts.get(alertId)
    if (!alert) return []
    const keys = told === null ? undefined : new Set(toldKeys(JSON.parse(told) as Told))
    const topics = alert.topics.filter((topic) =>
      keys ? keys.has(topicKey(topic)) : follows.has(topic.calendarId),
    )
    return [{ alertId, created: alert.created, state: state as RecipientState, at, topics }]
  })
  const oldest = Math.min(...known.map(({ created }) => created))
  const topics = known.flatMap((alert) => alert.topics)
  const names = await eventNames(db, publisherId, topics, oldest - COUNTED_MS)
  return known.map(({ topics, ...alert }) => ({
    ...alert,
    events: topics.flatMap((topic) => {
      const known = names.get(topic.eventId)
      return known ? [{ ...topic, ...known }] : []
    }),
  }))
}

/** Returns whether an alert was ever sent to a subscriber, as far as it is kept. */
export async function wasAlerted(db: Db, publisherId: number, subscriberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('alert_recipient')
    .select('alert_id')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .where('at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes whom alerts told, of a subscriber who is erased. */
export async function deleteAlertsOf(tx: Db, publisherId: number, subscriberId: string): Promise<void> {
  await tx
    .deleteFrom('alert_recipient')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .execute()
}

/** Returns the names of events by id. A deleted one, or a draft, has the name of its last change since a time. */
async function eventNames(
  db: Db,
  publisherId: number,
  topics: AlertTopic[],
  since: number,
): Promise<Map<string, Pick<PersonEvent, 'name' | 'gone'>>> {
  const ids = [...new Set(topics.map(({ eventId }) => eventId))]
  const events = new Map((await listEventsById(db, publisherId, ids)).map((event) => [event.id, event]))
  const live = [...events.values()].filter(({ draft }) => !draft)
  const names = new Map(live.map(({ id, name }) => [id, { name, gone: false }]))
  const hidden = ids.filter((id) => !names.has(id))
  if (hidden.length === 0) return names
  for (const { eventId, before } of await listChangesOfEvents(db, publisherId, hidden, since))
    if (before) names.set(eventId, { name: before.name, gone: !events.has(eventId) })
  return names
}
