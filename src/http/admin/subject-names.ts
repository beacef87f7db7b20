import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { Db } from '../../db/database.ts'
import { listEventsById } from '../../events/event-store.ts'
import { listSeriesById } from '../../series/series-store.ts'
import { listSegments } from '../../subscribers/segment-store.ts'
import { listSubscribersById } from '../../subscribers/subscriber-store.ts'
import type { AuditEntry } from '../../users/audit.ts'
import { listUsers } from '../../users/user-store.ts'
import { listCallbacks } from '../../webhooks/callback-store.ts'
import { listWidgets } from '../../widgets/widget-store.ts'

interface Named {
  id: string
  name: string
}

/** Reads the names of records of one kind. Those of short lists are read with the whole list. */
const READERS: Record<string, (db: Db, publisherId: number, ids: string[]) => Promise<Named[]>> = {
  // A private event has no page of its own address.
  event: async (db, publisherId, ids) =>
    (await listEventsById(db, publisherId, ids)).filter((event) => !event.private),
  // The page of a series is the list of its dates, and private ones are not in it.
  series: async (db, publisherId, ids) =>
    (await listSeriesById(db, publisherId, ids))
      .filter((series) => !series.private)
      .map(({ id, fields }) => ({ id, name: fields.name })),
  calendar: listCalendarsById,
  subscriber: async (db, publisherId, ids) =>
    (await listSubscribersById(db, publisherId, ids)).map(({ id, email, profile }) => ({
      id,
      name: [profile.firstName, profile.lastName].filter(Boolean).join(' ') || email,
    })),
  person: async (db, publisherId) =>
    (await listUsers(db, publisherId)).map(({ id, name, email }) => ({ id, name: name || email })),
  callback: async (db, publisherId) =>
    (await listCallbacks(db, publisherId)).map(({ id, name, url }) => ({ id, name: name || url })),
  segment: listSegments,
  widget: listWidgets,
}

/** Returns the present names of what entries of the audit log are about, by id; without those that are gone. */
export async function namesOfSubjects(
  db: Db,
  publisherId: number,
  entries: AuditEntry[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [kind, own] of Map.groupBy(entries, ({ subject }) => subject.kind)) {
    const ids = [...new Set(own.map(({ subject }) => subject.id))]
    for (const { id, name } of (await READERS[kind]?.(db, publisherId, ids)) ?? []) names.set(id, name)
  }
  return names
}
