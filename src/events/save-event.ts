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
import {
  findEvent,
  getEvent,
  insertEvents,
  listPublicGroup,
  type NewEvent,
  updateEvent,
} from './event-store.ts'
import { readEvent } from './read-event.ts'

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

/** Changes what is given of an event, found by id or reference; answers it as it is then. */
export async function changeEvent(
  ctx: AppContext,
  publisher: Publisher,
  key: string,
  input: Input,
): Promise<CalendarEvent> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    return change(tx, publisher, await getEvent(tx, publisher.id, key), input, revision)
  })
}

/** Changes all public events of a grouping key alike, all or none of them. */
export async function changeEventGroup(
  ctx: AppContext,
  publisher: Publisher,
  referenceType: string,
  input: Input,
): Promise<CalendarEvent[]> {
  if (input.reference !== undefined)
    throw invalid({ reference: 'Event reference must differ between events' })
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const events = await listPublicGroup(tx, publisher.id, referenceType)
    if (events.length === 0) throw notFound('Event', referenceType)
    const changed: CalendarEvent[] = []
    for (const event of events) changed.push(await change(tx, publisher, event, input, revision))
    return changed
  })
}

async function change(
  tx: Db,
  publisher: Publisher,
  before: CalendarEvent,
  input: Input,
  revision: Revision,
): Promise<CalendarEvent> {
  // What an import brought may lack a location; what has one keeps having one.
  const required = before.private || !before.location ? [] : ['location']
  const rules = { private: before.private, required, timezone: publisher.timezone, current: before }
  const fields = read(input, rules)
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
  await updateEvent(tx, after, revision)
  // A private calendar has no version of its own: its newest event's revision is it.
  if (!before.private) await touchCalendars(tx, publisher.id, [before.calendarId, calendarId], revision)
  return after
}

async function insert(tx: Db, publisherId: number, event: NewEvent, revision: Revision): Promise<void> {
  const [inserted] = await insertEvents(tx, publisherId, [event], revision)
  if (!inserted) throw referenceTaken(event.reference)
}

function read(input: Input, rules: Parameters<typeof readEvent>[1]): EventFields {
  const result = readEvent(input, rules)
  if ('errors' in result) throw invalid(result.errors)
  return result.event
}

async function requireEventCalendar(tx: Db, publisherId: number, calendarId: string): Promise<void> {
  await requireCalendars(tx, publisherId, [calendarId]).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw invalid({ calendarId: `Event calendarId has no calendar with ID [${calendarId}]` })
  })
}

function referenceTaken(reference: string | null): AppError {
  return new AppError('conflict', `The event with reference [${reference}] already exists`)
}
