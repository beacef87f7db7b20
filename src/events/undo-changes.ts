import { touchCalendars } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../publishers/revision.ts'
import { findUnknownCalendars } from '../subscribers/change-subscriptions.ts'
import { type CalendarEvent, difference, type EventFields } from './event.ts'
import {
  createChangeLog,
  differingFields,
  eventForLog,
  isSame,
  type LoggedChanges,
  type LoggedFields,
  withLogged,
} from './event-log.ts'
import { listEventsById } from './event-store.ts'
import { updateEvent } from './event-write-store.ts'
import { readEvent } from './read-event.ts'

/** Why an event was not put back: a field was changed again, the event or its old calendar is gone, it is not valid any more. */
export type LeftWhy = 'changed' | 'deleted' | 'calendar' | 'refused'

export interface Undone {
  restored: number
  left: { id: string; name: string; why: LeftWhy }[]
  /** The changes that an undo made, in the form of the change that it undid. */
  changes: LoggedChanges
}

/**
 * Puts back what a change of several public events replaced. An event stays as it is where a field that the change
 * wrote has another value by now; changes of its other fields stay too.
 */
export async function undoChanges(
  ctx: AppContext,
  publisher: Publisher,
  { before, after }: LoggedChanges,
): Promise<Undone> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const ids = Object.keys(after)
    const events = new Map((await listEventsById(tx, publisher.id, ids)).map((event) => [event.id, event]))
    const calendarIds = Object.values(before).flatMap(({ calendarId }) => calendarId ?? []) as string[]
    const gone = await findUnknownCalendars(tx, publisher.id, [...new Set(calendarIds)])
    const log = createChangeLog()
    const left: Undone['left'] = []
    const touched = new Set<string>()
    for (const id of ids) {
      const event = events.get(id)
      const old = restored(publisher, event, before[id] ?? {}, after[id]!, gone)
      if (typeof old === 'string') {
        left.push({ id, name: event?.name ?? String(after[id]!.name), why: old })
        continue
      }
      const kind = old.calendarId === event!.calendarId ? difference(event!, old.fields) : 'visible'
      const now: CalendarEvent = {
        ...event!,
        ...old.fields,
        calendarId: old.calendarId,
        sequence: event!.sequence + (kind === 'visible' ? 1 : 0),
        modified: revision.at,
      }
      await updateEvent(tx, now, revision)
      log.add(event!, now)
      for (const calendarId of [event!.calendarId, now.calendarId]) touched.add(calendarId)
    }
    if (touched.size > 0) await touchCalendars(tx, publisher.id, [...touched], revision)
    return { restored: log.count(), left, changes: log.changes }
  })
}

/** The event as it was before the change, or why it can't be that again. */
function restored(
  publisher: Publisher,
  event: CalendarEvent | undefined,
  before: LoggedFields,
  after: LoggedFields,
  goneCalendars: string[],
): { fields: EventFields; calendarId: string } | LeftWhy {
  if (!event || event.private) return 'deleted'
  const names = differingFields(before, after)
  const current = eventForLog(event)
  if (names.some((name) => !isSame(current[name], after[name]))) return 'changed'
  const old = withLogged(event, Object.fromEntries(names.map((name) => [name, before[name]])))
  if (goneCalendars.includes(old.calendarId)) return 'calendar'
  // Fields that were not part of the change may have been changed since, such as only one of its two days.
  const rules = { private: false, required: [], timezone: publisher.timezone, current: old }
  const read = readEvent({}, rules)
  return 'errors' in read ? 'refused' : { fields: read.event, calendarId: old.calendarId }
}
