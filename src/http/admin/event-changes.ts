import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { removeEvent } from '../../events/delete-event.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { isSameCalendars } from '../../events/event-calendars.ts'
import { eventForLog } from '../../events/event-log.ts'
import { getEvent } from '../../events/event-store.ts'
import { changeEvent, createPrivateEvent, createPublicEvent } from '../../events/save-event.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { audited } from '../../users/audit.ts'
import { readInstant } from './user-fields.ts'

type Input = Record<string, unknown>

export function readEventBody(body: unknown): Input {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Input
  throw invalid({ body: 'Event body must be an object' })
}

/** Creates a public event, or joins one that has its reference, or with `svcId` creates a private one. */
export function createEventAs(
  ctx: AppContext,
  req: FastifyRequest,
  input: Input,
  svcId?: string,
): Promise<CalendarEvent> {
  return audited(ctx, req.actor, 'event.create', async (within) => {
    const { id, before } =
      svcId === undefined
        ? await createPublicEvent(within, req.publisher, input)
        : { id: await createPrivateEvent(within, req.publisher, svcId, input) }
    const event = await getEvent(within.db, req.publisher.id, id)
    if (before && isSameCalendars(before, event)) return { result: event }
    const entry = { result: event, subject: subjectOf(event), after: eventForLog(event) }
    return before ? { ...entry, action: 'event.change', before: changedForLog(before) } : entry
  })
}

/**
 * Changes a public event, or with `svcId` one that only this subscriber sees. `expectedModified`, where it is in the
 * input, is the version that was looked at: one that somebody changed since then is not overwritten.
 */
export function changeEventAs(
  ctx: AppContext,
  req: FastifyRequest,
  id: string,
  input: Input,
  svcId?: string,
): Promise<CalendarEvent> {
  const { expectedModified, ...fields } = input
  const expected = readExpected(expectedModified)
  return audited(ctx, req.actor, 'event.change', async (within) => {
    const calendarId = await privateCalendarOf(within.db, req.publisher.id, svcId)
    let seen: CalendarEvent | undefined
    const after = await changeEvent(within, req.publisher, id, fields, (before) => {
      requireOwn(before, id, calendarId)
      requireUnchanged(before, expected)
      seen = before
    })
    if (after === seen) return { result: after }
    return {
      result: after,
      subject: subjectOf(after),
      before: changedForLog(seen!),
      after: eventForLog(after),
    }
  })
}

export async function removeEventAs(
  ctx: AppContext,
  req: FastifyRequest,
  id: string,
  svcId?: string,
): Promise<void> {
  await audited(ctx, req.actor, 'event.delete', async (within) => {
    const calendarId = await privateCalendarOf(within.db, req.publisher.id, svcId)
    const event = await getEvent(within.db, req.publisher.id, id)
    requireOwn(event, id, calendarId)
    await removeEvent(within, req.publisher.id, event.id)
    return { result: undefined, subject: subjectOf(event), before: eventForLog(event) }
  })
}

/** The calendar of a subscriber's private events; undefined: public ones are meant. */
async function privateCalendarOf(db: Db, publisherId: number, svcId: string | undefined) {
  return svcId === undefined
    ? undefined
    : (await getActiveSubscriber(db, publisherId, svcId)).privateCalendarId
}

/** Refuses an event that is not found where it was asked for. */
function requireOwn(event: CalendarEvent, id: string, privateCalendarId: string | undefined): void {
  const own = privateCalendarId === undefined ? !event.private : event.calendarId === privateCalendarId
  if (!own) throw notFound('Event', id)
}

function requireUnchanged(before: CalendarEvent, expected: number | undefined): void {
  if (expected === undefined || before.modified === expected) return
  throw new AppError(
    'conflict',
    'Somebody changed this event in the meantime. Nothing was stored. Load it again to see the change.',
  )
}

function readExpected(given: unknown): number | undefined {
  if (given === undefined) return undefined
  if (typeof given !== 'string')
    throw invalid({ expectedModified: 'Event expectedModified must be a time such as 2027-04-10T15:00:00Z' })
  return readInstant(given, 'expectedModified', 'Event')
}

/** An entry about a private event always names its calendar: by that it is found when the subscriber is erased. */
function changedForLog(before: CalendarEvent): Record<string, unknown> {
  const { calendarId, ...said } = eventForLog(before)
  return before.private ? said : { calendarId, ...said }
}

function subjectOf({ id }: CalendarEvent) {
  return { kind: 'event', id }
}
