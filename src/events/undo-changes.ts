import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { findUnknownCalendars } from '../subscribers/change-subscriptions.ts'
import { isOwnerActive, touchOwners } from '../subscribers/subscriber-store.ts'
import { type CalendarEvent, calendarsOf, changedByHand, difference } from './event.ts'
import { isSameCalendars } from './event-calendars.ts'
import {
  createChangeLog,
  differingFields,
  eventForLog,
  isSame,
  type LoggedChanges,
  type LoggedFields,
  type LoggedMakings,
} from './event-log.ts'
import { findTakenReferences, listEventsById } from './event-store.ts'
import { deleteEvent, insertEvents, updateEvent } from './event-write-store.ts'
import { counts, requirePrivateEventAllowed } from './private-event-limit.ts'
import { readEvent } from './read-event.ts'
import { privateLimit } from './save-event.ts'
import { includeDate, isLeftOut, seriesModified } from './series-row.ts'

/**
 * The reason that an event can't be as it was: a field was changed again; the event, its old calendar or its subscriber is gone; it
 * is no longer valid; one that was deleted is there again, its reference is taken, or its series was changed.
 */
export const SKIP_REASONS = [
  'changed',
  'deleted',
  'calendar',
  'refused',
  'there',
  'reference',
  'series',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

export interface SkippedEvent {
  id: string
  name: string
  why: SkipReason
}

export interface Undone {
  restored: number
  left: SkippedEvent[]
  /** The changes of the undo, in the same form as the changes that it undid. */
  changes: LoggedChanges
}

/** One event of an undo: without `after` it is deleted, without `before` it comes back. */
type Step = { before?: CalendarEvent; after?: CalendarEvent }

/** Returns what an undo would do now: the number of events, and those that it would leave as they are. */
export async function previewUndo(
  db: Db,
  publisher: Publisher,
  changes: LoggedChanges,
): Promise<{ events: number; left: SkippedEvent[] }> {
  const { steps, left } = await planUndo(db, publisher, changes)
  return { events: steps.length, left }
}

/**
 * Undoes a change of events: one that was changed, created or deleted is as before. An event is skipped if a field that
 * the change wrote has another value now; later changes of other fields are kept.
 */
export async function undoChanges(
  ctx: ConfiguredContext,
  publisher: Publisher,
  changes: LoggedChanges,
): Promise<Undone> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const { steps, left } = await planUndo(tx, publisher, changes)
    const log = createChangeLog()
    const limit = privateLimit(ctx)
    const publicOnes = new Set<string>()
    const privateOnes = new Set<string>()
    for (const { before, after } of steps) {
      const starts = after?.private && counts(after, limit) && !(before && counts(before, limit))
      if (starts) await requirePrivateEventAllowed(tx, publisher.id, after.calendarId, limit)
      if (before && after) log.changed(before, await putBack(tx, before, after, changes, revision))
      else if (before) {
        const modified = await seriesModified(tx, publisher.id, before.seriesId)
        await deleteEvent(tx, before, revision)
        log.deleted(before, modified)
      } else if (await bringBack(tx, after!, revision)) log.created(after!)
      else {
        left.push({ id: after!.id, name: after!.name, why: 'reference' })
        continue
      }
      const own = (before ?? after)!.private ? privateOnes : publicOnes
      for (const event of [before, after]) for (const id of event ? calendarsOf(event) : []) own.add(id)
    }
    if (publicOnes.size > 0) await touchCalendars(tx, publisher.id, [...publicOnes], revision)
    if (privateOnes.size > 0) await touchOwners(tx, publisher.id, [...privateOnes], revision)
    return { restored: log.count(), left, changes: log.changes }
  })
}

async function planUndo(
  db: Db,
  publisher: Publisher,
  { before, after }: LoggedChanges,
): Promise<{ steps: Step[]; left: SkippedEvent[] }> {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const events = new Map((await listEventsById(db, publisher.id, ids)).map((event) => [event.id, event]))
  const known = await readKnown(db, publisher.id, before)
  const steps: Step[] = []
  const left: SkippedEvent[] = []
  for (const id of ids) {
    const event = events.get(id)
    const [was, is] = [before[id], after[id]]
    const step = !is
      ? await planReturn(db, publisher, id, event, was!, known)
      : !was
        ? planRemoval(event, is)
        : planRestore(publisher, event, was, is, known)
    if (typeof step !== 'string') steps.push(step)
    else left.push({ id, name: event?.name ?? textOf((is ?? was)!.name), why: step })
  }
  return { steps, left }
}

/** The facts that decide about several events of an undo. */
interface Known {
  /** Calendars of the log that are no public calendars of the publisher. */
  unknownCalendars: ReadonlySet<string>
  /** References of the log that events or series have. */
  takenReferences: ReadonlySet<string>
}

async function readKnown(db: Db, publisherId: number, before: LoggedChanges['before']): Promise<Known> {
  const old = Object.values(before)
  const calendarIds = old.flatMap(({ calendarId, alsoIn }) =>
    [calendarId ?? [], alsoIn ?? []].flat(),
  ) as string[]
  const references = old.flatMap(({ reference }) => (typeof reference === 'string' ? reference : []))
  return {
    unknownCalendars: new Set(await findUnknownCalendars(db, publisherId, [...new Set(calendarIds)])),
    takenReferences: await findTakenReferences(db, publisherId, references),
  }
}

/** An event that was changed gets its old fields. */
function planRestore(
  publisher: Publisher,
  event: CalendarEvent | undefined,
  before: LoggedFields,
  after: LoggedFields,
  { unknownCalendars, takenReferences }: Known,
): Step | SkipReason {
  if (!event) return 'deleted'
  // A private event stays with its subscriber; the log names its calendar in one of both only.
  const skipped = event.private ? ['ownFields', 'calendarId', 'alsoIn'] : ['ownFields']
  const names = differingFields(before, after).filter((name) => !skipped.includes(name))
  const current = eventForLog(event)
  if (names.some((name) => !isSame(current[name], after[name]))) return 'changed'
  const old: CalendarEvent = { ...event, ...Object.fromEntries(names.map((name) => [name, before[name]])) }
  if (!event.private && calendarsOf(old).some((id) => unknownCalendars.has(id))) return 'calendar'
  if (old.reference !== event.reference && takenReferences.has(old.reference ?? '')) return 'reference'
  // Other fields may have been changed since, such as only one of the event's two days.
  const rules = { private: event.private, required: [], timezone: publisher.timezone, current: old }
  const read = readEvent({}, rules)
  if ('errors' in read) return 'refused'
  const { calendarId, alsoIn } = old
  return { before: event, after: { ...event, ...read.event, calendarId, alsoIn } }
}

/** An event that was created is deleted again, if nobody changed it. */
function planRemoval(event: CalendarEvent | undefined, after: LoggedFields): Step | SkipReason {
  if (!event) return 'deleted'
  const current = eventForLog(event)
  const same = Object.entries(after).every(([name, value]) => isSame(current[name], value))
  return same ? { before: event } : 'changed'
}

/** An event that was deleted comes back with its id. */
async function planReturn(
  db: Db,
  publisher: Publisher,
  id: string,
  event: CalendarEvent | undefined,
  { makings, ...fields }: LoggedFields,
  { unknownCalendars, takenReferences }: Known,
): Promise<Step | SkipReason> {
  if (event) return 'there'
  const { seriesModified: modified, ...made } = makings as LoggedMakings
  const old = { ownFields: [], ...fields, ...made, id, publisherId: publisher.id } as unknown as CalendarEvent
  const gone = old.private
    ? !(await isOwnerActive(db, publisher.id, old.calendarId))
    : calendarsOf(old).some((calendarId) => unknownCalendars.has(calendarId))
  if (gone) return 'calendar'
  if (takenReferences.has(old.reference ?? '')) return 'reference'
  const { seriesId, occurrence } = old
  if (seriesId !== null) {
    const unchanged = (await seriesModified(db, publisher.id, seriesId)) === modified
    if (!unchanged || !(await isLeftOut(db, publisher.id, seriesId, occurrence!))) return 'series'
  }
  const rules = { private: old.private, required: [], timezone: publisher.timezone, current: old }
  const read = readEvent({}, rules)
  if ('errors' in read) return 'refused'
  // Applications that still know the event take it only when its SEQUENCE rises.
  return { after: { ...old, ...read.event, sequence: old.sequence + 1 } }
}

async function putBack(
  tx: Db,
  event: CalendarEvent,
  old: CalendarEvent,
  { before, after }: LoggedChanges,
  revision: Revision,
): Promise<CalendarEvent> {
  const kind = isSameCalendars(event, old) ? difference(event, old) : 'visible'
  const restored = {
    ...old,
    sequence: event.sequence + (kind === 'visible' ? 1 : 0),
    modified: revision.at,
  }
  const ownFields = ownAfter(event, restored, before[event.id], after[event.id]!)
  const now = { ...restored, ownFields }
  await updateEvent(tx, event, now, revision)
  return now
}

/** Returns false if its reference or its place in its series has been taken. */
async function bringBack(tx: Db, event: CalendarEvent, revision: Revision): Promise<boolean> {
  const { publisherId, seriesId, occurrence } = event
  const [inserted] = await insertEvents(tx, publisherId, [event], revision)
  if (inserted && seriesId !== null) await includeDate(tx, publisherId, seriesId, occurrence!)
  return inserted ?? false
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

/**
 * Returns the changes of events that an entry of the log has; undefined if it lacks how they were, as entries of older
 * releases do, and those about erased subscribers.
 */
export function loggedChangesOf(
  { kind, id }: { kind: string; id: string },
  before: LoggedFields | null,
  after: LoggedFields | null,
): LoggedChanges | undefined {
  const [were, are] = [before?.events, after?.events]
  const ofMany = isRecord(were) && isRecord(are)
  if (!ofMany && (kind !== 'event' || were !== undefined || are !== undefined)) return undefined
  const one = (fields: LoggedFields | null) => (fields ? { [id]: fields } : {})
  const changes = (
    ofMany ? { before: were, after: are } : { before: one(before), after: one(after) }
  ) as LoggedChanges
  const deleted = Object.entries(changes.before).filter(([id]) => !(id in changes.after))
  return deleted.every(([, { makings }]) => isRecord(makings)) ? changes : undefined
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function textOf(name: unknown): string {
  return typeof name === 'string' ? name : ''
}
