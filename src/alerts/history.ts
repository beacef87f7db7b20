import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { calendarsOf } from '../events/event.ts'
import { COUNTED_MS } from '../events/event-change.ts'
import { listChangesOfEvents } from '../events/event-change-store.ts'
import { listEventsById } from '../events/event-store.ts'
import { type AlertTopic, topicKey } from './alert.ts'
import type { EventHistory, Version } from './news.ts'

/** Reads the changes of the last 14 days of events, and the events as they are now. By `topicKey`. */
export async function readHistories(
  db: Db,
  publisherId: number,
  topics: AlertTopic[],
  now: number,
): Promise<Map<string, EventHistory>> {
  const ids = [...new Set(topics.map(({ eventId }) => eventId))]
  const changes = Map.groupBy(await listChangesOfEvents(db, publisherId, ids, now - COUNTED_MS), (change) =>
    topicKey(change),
  )
  const events = new Map((await listEventsById(db, publisherId, ids)).map((event) => [event.id, event]))
  return new Map(
    topics.map((topic) => {
      const event = events.get(topic.eventId)
      const calendarIds = event && !event.draft ? calendarsOf(event) : []
      const shown = calendarIds.includes(topic.calendarId)
      const current: Version | null = shown ? { picture: event!, startAt: event!.startAt } : null
      return [topicKey(topic), { changes: changes.get(topicKey(topic)) ?? [], current, calendarIds }]
    }),
  )
}

/** Returns the names of the topics' calendars by id; deleted ones are left out. */
export async function calendarNames(
  db: Db,
  publisherId: number,
  topics: AlertTopic[],
): Promise<Map<string, string>> {
  const ids = [...new Set(topics.map(({ calendarId }) => calendarId))]
  return new Map((await listCalendarsById(db, publisherId, ids)).map(({ id, name }) => [id, name]))
}

/** Returns when an event begins, or would have begun, in epoch ms. */
export function startOf({ changes, current }: EventHistory): number {
  return current?.startAt ?? changes.at(-1)?.startBefore ?? 0
}
