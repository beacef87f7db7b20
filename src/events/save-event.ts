import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, type FieldErrors, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { ConfiguredContext, OperationContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { getActiveSubscriber } from '../subscribers/subscriber-store.ts'
import { type CalendarEvent, calendarsOf, changedByHand, difference, type EventFields } from './event.ts'
import {
  type Calendars,
  type CalendarsInput,
  isSameCalendars,
  readCalendars,
  requireEventCalendars,
} from './event-calendars.ts'
import { type NewEvent } from './event-columns.ts'
import { findTakenReferences, getEvent, listEventsByReference } from './event-store.ts'
import { insertEvents, updateEvent } from './event-write-store.ts'
import { counts, type PrivateEventLimit, requirePrivateEventAllowed } from './private-event-limit.ts'
import { readEvent, type ReadingRules } from './read-event.ts'

type Input = Record<string, unknown>

/** A public event that was created, or put into further calendars because it has the reference of the input. */
export interface Created {
  id: string
  /** The event before it was put into them; undefined: it was created. */
  before: CalendarEvent | undefined
}

/**
 * Creates a public event in the calendars of the input. With `join` in the input, a public event that has its
 * reference is put into them instead, and nothing else of it changes.
 */
export async function createPublicEvent(
  ctx: OperationContext,
  publisher: Publisher,
  input: Input,
): Promise<Created> {
  const { event: fields, calendars } = requireValid(readNew(publisher, input))
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    await requireEventCalendars(tx, publisher.id, input)
    const stored = isOn(input.join) ? await findJoined(tx, publisher.id, fields.reference) : undefined
    if (stored) {
      await saveCalendars(tx, stored, { addCalendarIds: calendarsOf(calendars) }, revision)
      return { id: stored.id, before: stored }
    }
    const event = { ...fields, ...calendars, id: newId(revision.at), private: false }
    await insert(tx, publisher.id, event, revision)
    await touchCalendars(tx, publisher.id, calendarsOf(calendars), revision)
    return { id: event.id, before: undefined }
  })
}

/** The input with the calendar that an event needs: the first of a list is its home, if none is named. */
function withHome(input: Input): Input {
  const [home] = Array.isArray(input.calendarIds) ? (input.calendarIds as unknown[]) : []
  return typeof home === 'string' ? { calendarId: home, ...input } : input
}

export function isOn(join: unknown): boolean {
  return ['true', 'yes'].includes(String(join).toLowerCase())
}

async function findJoined(tx: Db, publisherId: number, reference: string | null) {
  if (reference === null) throw invalid({ join: 'Event join needs a reference' })
  const [event] = await listEventsByReference(tx, publisherId, [reference])
  if (event?.private) throw referenceTaken(reference)
  return event
}

/** Puts a public event into calendars and takes it out of others. */
async function saveCalendars(
  tx: Db,
  before: CalendarEvent,
  input: CalendarsInput,
  revision: Revision,
): Promise<CalendarEvent> {
  const calendars = requireValid(readCalendars(input, before))
  if (isSameCalendars(before, calendars)) return before
  const after = { ...before, ...calendars, sequence: before.sequence + 1, modified: revision.at }
  await updateEvent(tx, before, after, revision)
  await touchCalendars(tx, before.publisherId, [...calendarsOf(before), ...calendarsOf(after)], revision)
  return after
}

/** Creates an event that only one subscriber sees; returns its id. */
export async function createPrivateEvent(
  ctx: ConfiguredContext,
  publisher: Publisher,
  subscriberId: string,
  input: Input,
): Promise<string> {
  const fields = read(input, { private: true, required: [], timezone: publisher.timezone })
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisher.id, subscriberId)
    const limit = privateLimit(ctx)
    if (counts(fields, limit))
      await requirePrivateEventAllowed(tx, publisher.id, subscriber.privateCalendarId, limit)
    const event = {
      ...fields,
      id: newId(revision.at),
      calendarId: subscriber.privateCalendarId,
      private: true,
    }
    await insert(tx, publisher.id, event, revision)
    return event.id
  })
}

/** Changes the fields in `input` of an event, found by id or reference; returns the changed event. */
export async function changeEvent(
  ctx: ConfiguredContext,
  publisher: Publisher,
  key: string,
  input: Input,
): Promise<CalendarEvent> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const before = await getEvent(tx, publisher.id, key)
    return storeChange(tx, publisher, before, input, revision, privateLimit(ctx))
  })
}

/** The limit of private events, at this moment. */
export function privateLimit(ctx: ConfiguredContext): PrivateEventLimit {
  return { most: ctx.config.privateEventsPerSubscriber, now: ctx.now() }
}

/** The rules for the change of a stored event. */
export function changeRules(publisher: Publisher, current: Stored): ReadingRules {
  return { private: current.private, required: [], timezone: publisher.timezone, current }
}

export type ReadInput = { event: EventFields; calendars: Calendars } | { errors: FieldErrors }

/**
 * Reads a new event: its fields and calendars, or all errors by field. `privateCalendarId`: its calendar, if it is
 * private.
 */
export function readNew(publisher: Publisher, input: Input, privateCalendarId?: string): ReadInput {
  const { timezone } = publisher
  if (privateCalendarId !== undefined) {
    const read = readEvent(input, { private: true, required: [], timezone })
    return 'errors' in read ? read : { ...read, calendars: { calendarId: privateCalendarId, alsoIn: [] } }
  }
  const read = readEvent(withHome(input), { private: false, required: ['calendarId'], timezone })
  if ('errors' in read) return read
  const calendars = readCalendars(input)
  return 'errors' in calendars ? calendars : { ...read, calendars }
}

/** An event or a series before a change. */
export type Stored = EventFields & Calendars & Pick<CalendarEvent, 'private'>

/** Reads the change of a stored event or series, like `readNew`. */
export function readChange(publisher: Publisher, before: Stored, input: Input): ReadInput {
  const read = readEvent(input, changeRules(publisher, before))
  if ('errors' in read) return read
  const calendars = before.private ? before : readCalendars(input, before)
  return 'errors' in calendars ? calendars : { ...read, calendars }
}

/** Returns an event as a change makes it; `before` itself if that is no difference. Throws `invalid`. */
export function planChange(
  publisher: Publisher,
  before: CalendarEvent,
  input: Input,
  revision: Revision,
): CalendarEvent {
  const { event: fields, calendars } = requireValid(readChange(publisher, before, input))
  const kind = isSameCalendars(before, calendars) ? difference(before, fields) : 'visible'
  if (kind === 'none') return before
  return changedByHand(before, {
    ...before,
    ...fields,
    calendarId: calendars.calendarId,
    alsoIn: calendars.alsoIn,
    sequence: before.sequence + (kind === 'visible' ? 1 : 0),
    modified: revision.at,
  })
}

/**
 * Changes an event in the caller's transaction, which has locked the publisher; returns it as it is then. Throws
 * `invalid` or `conflict` before it writes anything.
 */
export async function storeChange(
  tx: Db,
  publisher: Publisher,
  before: CalendarEvent,
  input: Input,
  revision: Revision,
  limit?: PrivateEventLimit,
): Promise<CalendarEvent> {
  const after = planChange(publisher, before, input, revision)
  if (after === before) return before
  if (!isSameCalendars(before, after)) await requireEventCalendars(tx, publisher.id, input)
  if (after.reference && after.reference !== before.reference) {
    const taken = await findTakenReferences(tx, publisher.id, [after.reference])
    if (taken.has(after.reference)) throw referenceTaken(after.reference)
  }
  const startsCounting = limit && before.private && counts(after, limit) && !counts(before, limit)
  if (startsCounting) await requirePrivateEventAllowed(tx, publisher.id, before.calendarId, limit)
  await updateEvent(tx, before, after, revision)
  // A private calendar has no version: the revision of its newest event serves as one.
  if (!before.private)
    await touchCalendars(tx, publisher.id, [...calendarsOf(before), ...calendarsOf(after)], revision)
  return after
}

async function insert(tx: Db, publisherId: number, event: NewEvent, revision: Revision): Promise<void> {
  const [inserted] = await insertEvents(tx, publisherId, [event], revision)
  if (!inserted) throw referenceTaken(event.reference)
}

function read(input: Input, rules: ReadingRules): EventFields {
  return requireValid(readEvent(input, rules)).event
}

/** Returns what was read; throws `invalid` if it has errors. */
export function requireValid<Read extends object>(read: Read | { errors: FieldErrors }): Read {
  if ('errors' in read) throw invalid(read.errors)
  return read
}

export function referenceTaken(reference: string | null): AppError {
  return new AppError('conflict', `The event with reference [${reference}] already exists`, {
    kind: 'reference_taken',
  })
}
