import { touchCalendars } from '../calendars/calendar-store.ts'
import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../revisions/revision.ts'
import { findUnknownCalendars } from '../subscribers/change-subscriptions.ts'
import { type CalendarEvent, calendarsOf, changedByHand, difference, type EventFields } from './event.ts'
import { isSameCalendars } from './event-calendars.ts'
import {
  createChangeLog,
  differingFields,
  eventForLog,
  isSame,
  type LoggedChanges,
  type LoggedFields,
} from './event-log.ts'
import { listEventsById } from './event-store.ts'
import { updateEvent } from './event-write-store.ts'
import { readEvent } from './read-event.ts'

/**
 * Why an event was not restored: a field was changed again, the event or its old calendar was deleted, or it
 * is no longer valid.
 */
export type SkipReason = 'changed' | 'deleted' | 'calendar' | 'refused'

export interface Undone {
  restored: number
  left: { id: string; name: string; why: SkipReason }[]
  /** The changes of the undo, in the same form as the changes that it undid. */
  changes: LoggedChanges
}

/**
 * Undoes a change of several public events. An event is skipped if a field that the change wrote has another
 * value now; later changes of other fields are kept.
 */
export async function undoChanges(
  ctx: OperationContext,
  publisher: Publisher,
  { before, after }: LoggedChanges,
): Promise<Undone> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const ids = Object.keys(after)
    const events = new Map((await listEventsById(tx, publisher.id, ids)).map((event) => [event.id, event]))
    const calendarIds = Object.values(before).flatMap(({ calendarId, alsoIn }) =>
      [calendarId ?? [], alsoIn ?? []].flat(),
    ) as string[]
    const gone = await findUnknownCalendars(tx, publisher.id, [...new Set(calendarIds)])
    const log = createChangeLog()
    const left: Undone['left'] = []
    const touched = new Set<string>()
    for (const id of ids) {
      const event = events.get(id)
      const old = restore(publisher, event, before[id] ?? {}, after[id]!, gone)
      if (typeof old === 'string') {
        left.push({ id, name: event?.name ?? String(after[id]!.name), why: old })
        continue
      }
      const { calendarId, alsoIn } = old
      const kind = isSameCalendars(event!, old) ? difference(event!, old.fields) : 'visible'
      const restored = {
        ...event!,
        ...old.fields,
        calendarId,
        alsoIn,
        sequence: event!.sequence + (kind === 'visible' ? 1 : 0),
        modified: revision.at,
      }
      const now = { ...restored, ownFields: ownAfter(event!, restored, before[id], after[id]!) }
      await updateEvent(tx, event!, now, revision)
      log.add(event!, now)
      for (const id of [...calendarsOf(event!), ...calendarsOf(now)]) touched.add(id)
    }
    if (touched.size > 0) await touchCalendars(tx, publisher.id, [...touched], revision)
    return { restored: log.count(), left, changes: log.changes }
  })
}

/** The fields that a date of a series has of its own after an undo: those that the change made so are so no more. */
function ownAfter(
  event: CalendarEvent,
  restored: CalendarEvent,
  before: LoggedFields | undefined,
  after: LoggedFields,
): string[] {
  const { ownFields: were } = before ?? {}
  if (!Array.isArray(were) || !Array.isArray(after.ownFields)) return changedByHand(event, restored).ownFields
  const added = after.ownFields.filter((name) => !were.includes(name)) as string[]
  return event.ownFields.filter((name) => !added.includes(name))
}

/** Returns the event's fields from before the change, or why they can't be restored. */
function restore(
  publisher: Publisher,
  event: CalendarEvent | undefined,
  before: LoggedFields,
  after: LoggedFields,
  goneCalendars: string[],
): ({ fields: EventFields } & Pick<CalendarEvent, 'calendarId' | 'alsoIn'>) | SkipReason {
  if (!event || event.private) return 'deleted'
  const names = differingFields(before, after).filter((name) => name !== 'ownFields')
  const current = eventForLog(event)
  if (names.some((name) => !isSame(current[name], after[name]))) return 'changed'
  const old: CalendarEvent = { ...event, ...Object.fromEntries(names.map((name) => [name, before[name]])) }
  if (calendarsOf(old).some((id) => goneCalendars.includes(id))) return 'calendar'
  // Other fields may have been changed since, such as only one of the event's two days.
  const rules = { private: false, required: [], timezone: publisher.timezone, current: old }
  const read = readEvent({}, rules)
  return 'errors' in read ? 'refused' : { fields: read.event, calendarId: old.calendarId, alsoIn: old.alsoIn }
}
