import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import type { ConfiguredContext, OperationContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { requireCalendars } from '../subscribers/change-subscriptions.ts'
import { getActiveSubscriber } from '../subscribers/subscriber-store.ts'
import { type CalendarEvent, difference, type EventFields } from './event.ts'
import { type NewEvent } from './event-columns.ts'
import { findEvent, getEvent, listEventsById, listPublicGroup } from './event-store.ts'
import { insertEvents, updateEvent } from './event-write-store.ts'
import { counts, type PrivateEventLimit, requirePrivateEventAllowed } from './private-event-limit.ts'
import { readEvent, type ReadingRules } from './read-event.ts'

type Input = Record<string, unknown>

/** Creates a public event in the calendar `calendarId`; returns its id. */
export async function createPublicEvent(
  ctx: OperationContext,
  publisher: Publisher,
  input: Input,
): Promise<string> {
  const rules = { private: false, required: ['location', 'calendarId'], timezone: publisher.timezone }
  const fields = read(input, rules)
  const calendarId = input.calendarId as string // `read` requires it
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    await requireEventCalendar(tx, publisher.id, calendarId)
    const event = { ...fields, id: newId(revision.at), calendarId, private: false }
    await insert(tx, publisher.id, event, revision)
    await touchCalendars(tx, publisher.id, [calendarId], revision)
    return event.id
  })
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

/**
 * Changes the fields in `input` of an event, found by id or reference; returns the changed event. `require`
 * checks the event after the lock is taken, and throws if the caller must not change it.
 */
export async function changeEvent(
  ctx: ConfiguredContext,
  publisher: Publisher,
  key: string,
  input: Input,
  require?: (before: CalendarEvent) => void,
): Promise<CalendarEvent> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const before = await getEvent(tx, publisher.id, key)
    require?.(before)
    return change(tx, publisher, before, input, revision, privateLimit(ctx))
  })
}

/** Changes all public events of a grouping key in the same way, in one transaction. */
export async function changeEventGroup(
  ctx: OperationContext,
  publisher: Publisher,
  referenceType: string,
  input: Input,
): Promise<CalendarEvent[]> {
  requireGroupInput(input)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const events = await listPublicGroup(tx, publisher.id, referenceType)
    if (events.length === 0) throw notFound('Event', referenceType)
    const changed: CalendarEvent[] = []
    for (const event of events) changed.push(await change(tx, publisher, event, input, revision))
    return changed
  })
}

/**
 * Changes public events in the same way, in the order of their ids and in one transaction; unknown ids are
 * skipped. Stops after the event for which `goOn` returns false. Returns the ids of the processed events.
 */
export async function changeEventsById(
  ctx: OperationContext,
  publisher: Publisher,
  ids: string[],
  input: Input,
  goOn: (before: CalendarEvent, after: CalendarEvent) => boolean,
): Promise<string[]> {
  requireGroupInput(input)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const events = await listEventsById(tx, publisher.id, ids)
    const open = events.filter((event) => !event.private).sort((a, b) => (a.id < b.id ? -1 : 1))
    const done: string[] = []
    for (const event of open) {
      done.push(event.id)
      if (!goOn(event, await change(tx, publisher, event, input, revision))) break
    }
    return done
  })
}

/** Refuses a reference: several events can't have the same one. */
export function requireGroupInput(input: Input): void {
  if (input.reference !== undefined)
    throw invalid({ reference: 'Event reference must differ between events' })
}

function privateLimit(ctx: ConfiguredContext): PrivateEventLimit {
  return { most: ctx.config.privateEventsPerSubscriber, now: ctx.now() }
}

/** The rules for the change of a stored event. */
export function changeRules(publisher: Publisher, current: CalendarEvent): ReadingRules {
  // An imported event may have no location; an event with a location keeps one.
  const required = current.private || !current.location ? [] : ['location']
  return { private: current.private, required, timezone: publisher.timezone, current }
}

async function change(
  tx: Db,
  publisher: Publisher,
  before: CalendarEvent,
  input: Input,
  revision: Revision,
  limit?: PrivateEventLimit,
): Promise<CalendarEvent> {
  const fields = read(input, changeRules(publisher, before))
  const wanted = before.private ? undefined : (input.calendarId as string | undefined)
  const calendarId = wanted ?? before.calendarId
  if (calendarId !== before.calendarId) await requireEventCalendar(tx, publisher.id, calendarId)
  const kind = calendarId === before.calendarId ? difference(before, fields) : 'visible'
  if (kind === 'none') return before
  if (fields.reference && fields.reference !== before.reference) {
    const other = await findEvent(tx, publisher.id, fields.reference)
    if (other?.reference === fields.reference) throw referenceTaken(fields.reference)
  }
  const after: CalendarEvent = {
    ...before,
    ...fields,
    calendarId,
    sequence: before.sequence + (kind === 'visible' ? 1 : 0),
    modified: revision.at,
  }
  const startsCounting = limit && before.private && counts(after, limit) && !counts(before, limit)
  if (startsCounting) await requirePrivateEventAllowed(tx, publisher.id, calendarId, limit)
  await updateEvent(tx, before, after, revision)
  // A private calendar has no version: the revision of its newest event serves as one.
  if (!before.private) await touchCalendars(tx, publisher.id, [before.calendarId, calendarId], revision)
  return after
}

async function insert(tx: Db, publisherId: number, event: NewEvent, revision: Revision): Promise<void> {
  const [inserted] = await insertEvents(tx, publisherId, [event], revision)
  if (!inserted) throw referenceTaken(event.reference)
}

function read(input: Input, rules: ReadingRules): EventFields {
  const result = readEvent(input, rules)
  if ('errors' in result) throw invalid(result.errors)
  return result.event
}

/** Refuses a calendar that is not one of the publisher's public calendars. */
export async function requireEventCalendar(tx: Db, publisherId: number, calendarId: string): Promise<void> {
  await requireCalendars(tx, publisherId, [calendarId]).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw invalid({ calendarId: `Event calendarId has no calendar with ID [${calendarId}]` })
  })
}

function referenceTaken(reference: string | null): AppError {
  return new AppError('conflict', `The event with reference [${reference}] already exists`)
}
