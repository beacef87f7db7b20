import { touchCalendars } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision, type Revision } from '../publishers/revision.ts'
import { requireCalendars } from '../subscribers/change-subscriptions.ts'
import { getActiveSubscriber } from '../subscribers/subscriber-store.ts'
import { type CalendarEvent, difference, type EventFields } from './event.ts'
import { type NewEvent } from './event-columns.ts'
import { findEvent, getEvent, listEventsById, listPublicGroup } from './event-store.ts'
import { insertEvents, updateEvent } from './event-write-store.ts'
import { counts, type PrivateEventLimit, requireRoom } from './private-event-limit.ts'
import { readEvent, type ReadingRules } from './read-event.ts'

type Input = Record<string, unknown>

/** Creates a public event in the calendar named by `calendarId`; answers its id. */
export async function createPublicEvent(
  ctx: AppContext,
  publisher: Publisher,
  input: Input,
): Promise<string> {
  const rules = { private: false, required: ['location', 'calendarId'], timezone: publisher.timezone }
  const fields = read(input, rules)
  const calendarId = input.calendarId as string // `read` has seen to that
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    await requireEventCalendar(tx, publisher.id, calendarId)
    const event = { ...fields, id: newId(revision.at), calendarId, private: false }
    await insert(tx, publisher.id, event, revision)
    await touchCalendars(tx, publisher.id, [calendarId], revision)
    return event.id
  })
}

/** Creates an event that only one subscriber sees; answers its id. */
export async function createPrivateEvent(
  ctx: AppContext,
  publisher: Publisher,
  subscriberId: string,
  input: Input,
): Promise<string> {
  const fields = read(input, { private: true, required: [], timezone: publisher.timezone })
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisher.id, subscriberId)
    const limit = privateLimit(ctx)
    if (counts(fields, limit)) await requireRoom(tx, publisher.id, subscriber.privateCalendarId, limit)
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
 * Changes what is given of an event, found by id or reference; answers it as it is then. `require` looks at the
 * event as nobody else can change it any more, and throws where it is not what the caller takes it for.
 */
export async function changeEvent(
  ctx: AppContext,
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

/** Changes all public events of a grouping key alike, all or none of them. */
export async function changeEventGroup(
  ctx: AppContext,
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
 * Changes public events alike in the order of their ids, all or none of them; ids that are none are left out. Stops
 * after the event for which `goOn` returns false. Returns the ids of those it came to.
 */
export async function changeEventsById(
  ctx: AppContext,
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

/** What several events can't have alike. */
export function requireGroupInput(input: Input): void {
  if (input.reference !== undefined)
    throw invalid({ reference: 'Event reference must differ between events' })
}

function privateLimit(ctx: AppContext): PrivateEventLimit {
  return { most: ctx.config.privateEventsPerSubscriber, now: ctx.now() }
}

/** How a change of a stored event is read. */
export function changeRules(publisher: Publisher, current: CalendarEvent): ReadingRules {
  // What an import brought may lack a location; what has one keeps having one.
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
  const joins = limit && before.private && counts(after, limit) && !counts(before, limit)
  if (joins) await requireRoom(tx, publisher.id, calendarId, limit)
  await updateEvent(tx, after, revision)
  // A private calendar has no version of its own: its newest event's revision is it.
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

/** Refuses a calendar that is none of the publisher's public ones. */
export async function requireEventCalendar(tx: Db, publisherId: number, calendarId: string): Promise<void> {
  await requireCalendars(tx, publisherId, [calendarId]).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw invalid({ calendarId: `Event calendarId has no calendar with ID [${calendarId}]` })
  })
}

function referenceTaken(reference: string | null): AppError {
  return new AppError('conflict', `The event with reference [${reference}] already exists`)
}
