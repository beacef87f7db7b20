import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { isSameCalendars } from '../../events/event-calendars.ts'
import { deletedForLog, eventForLog } from '../../events/event-log.ts'
import { getEvent } from '../../events/event-store.ts'
import { createPrivateEvent, createPublicEvent, privateLimit, storeChange } from '../../events/save-event.ts'
import type { ConfiguredContext } from '../../operation.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { nextRevision, type Revision } from '../../revisions/revision.ts'
import { changeFromDate, requireDate, setBackDate, withLooseExclude } from '../../series/change-from-date.ts'
import { targetOf } from '../../series/change-scope.ts'
import { refuseRecurrence } from '../../series/change-series.ts'
import { createPrivateSeries, createPublicSeries, makeSeriesOf } from '../../series/create-series.ts'
import { removeInScope } from '../../series/delete-scope.ts'
import type { Scope } from '../../series/series.ts'
import { plainForLog, readLogged, seriesForLog } from '../../series/series-log.ts'
import { findDateNear } from '../../series/series-store.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { type Audited, audited } from '../../users/audit.ts'
import { readInstant } from './user-fields.ts'

type Input = Record<string, unknown>

/** An event after a change. `change`: the id by which a change of a series can be undone. */
export interface Stored {
  event: CalendarEvent
  change?: string
}

/** The dates that a change of one of them is about. */
export const ScopeQuery = Type.Object({
  scope: Type.Optional(
    Type.String({
      pattern: '^(this|following|all)$',
      accepts: 'this, following or all',
      description: 'Of a date of a series: `this` one (the default), it and the `following`, or `all`.',
    }),
  ),
})

/** The scope of a query, whose schema allows no other. */
export function readScope({ scope = 'this' }: { scope?: string }): Scope {
  return scope as Scope
}

export function readEventBody(body: unknown): Input {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Input
  throw invalid({ body: 'Event body must be an object' })
}

/**
 * Creates a public event, or joins one that has its reference, or with `svcId` creates a private one; with a recurrence
 * a series, of which it is the first date.
 */
export function createEventAs(
  ctx: AppContext,
  req: FastifyRequest,
  input: Input,
  svcId?: string,
): Promise<Stored> {
  const { publisher, actor } = req
  if (!repeats(input))
    return audited(ctx, actor, 'event.create', async (within) => {
      const { id, before } =
        svcId === undefined
          ? await createPublicEvent(within, publisher, input)
          : { id: await createPrivateEvent(within, publisher, svcId, input) }
      const event = await getEvent(within.db, publisher.id, id)
      if (before && isSameCalendars(before, event)) return { result: { event } }
      const entry = { result: { event }, subject: subjectOf(event), after: eventForLog(event) }
      return before ? { ...entry, action: 'event.change', before: changedForLog(before) } : entry
    })
  return audited(ctx, actor, 'series.create', async (within, change) => {
    const { change: given, excluded } = withLooseExclude(input)
    const { id, dates } =
      svcId === undefined
        ? await createPublicSeries(within, publisher, given, excluded)
        : await createPrivateSeries(within, publisher, svcId, given, excluded)
    requireDate(dates)
    const event = await findDateNear(within.db, publisher.id, id, '')
    const after = await readLogged(within.db, publisher.id, [id])
    return ofSeries(id, { event: event!, change }, { before: {}, after, plain: {} })
  })
}

/**
 * Changes a public event, or with `svcId` one that only this subscriber sees; of a date of a series the others in the
 * scope too. `expectedModified`, where it is in the input, is the version that was looked at: one that somebody changed
 * since then is not overwritten.
 */
export async function changeEventAs(
  ctx: AppContext,
  req: FastifyRequest,
  id: string,
  input: Input,
  { svcId, scope }: { svcId?: string; scope: Scope },
): Promise<Stored> {
  const { publisher, actor } = req
  const { expectedModified, ...fields } = input
  const expected = readExpected(expectedModified)
  const action = scope !== 'this' ? 'series.change' : repeats(fields) ? 'series.create' : 'event.change'
  return audited(ctx, actor, action, async (within, change): Promise<Audited<Stored>> => {
    const { event: before, revision } = await lockEvent(within, publisher.id, id, svcId)
    requireUnchanged(before, expected)
    const { seriesId } = before
    const were =
      seriesId === null ? {} : await readLogged(within.db, publisher.id, [seriesId], onlyOf(scope, before))
    if (scope === 'this' && !repeats(fields)) {
      if (seriesId !== null) refuseRecurrence(fields, 'is that of a series: use scope=following or scope=all')
      const { recurrence: _, ...plain } = fields
      const event = await storeChange(within.db, publisher, before, plain, revision, privateLimit(within))
      if (event === before) return { result: { event } }
      return changedDate(within.db, before, { event, change }, were)
    }
    const now =
      scope === 'this'
        ? await repeat(within, publisher, before, fields, revision)
        : await changeFromDate(within.db, within, publisher, before, fields, revision, scope)
    const event = await findDateNear(within.db, publisher.id, now, before.occurrence ?? '', before.id)
    const stored = event ?? (await getEvent(within.db, publisher.id, before.id))
    const ids = [now, ...(seriesId === null ? [] : [seriesId])]
    const after = await readLogged(within.db, publisher.id, ids)
    return ofSeries(
      seriesId ?? now,
      { event: stored, change },
      { before: were, after, plain: plainForLog(before) },
      scope,
    )
  })
}

/** Sets a date of a series back to what its series says. */
export function setBackEventAs(
  ctx: AppContext,
  req: FastifyRequest,
  id: string,
  svcId?: string,
): Promise<Stored> {
  const { publisher, actor } = req
  return audited(ctx, actor, 'event.change', async (within, change): Promise<Audited<Stored>> => {
    const { event: before, revision } = await lockEvent(within, publisher.id, id, svcId)
    const were = await readLogged(within.db, publisher.id, [before.seriesId ?? ''], [before.id])
    const event = await setBackDate(within.db, within, before, revision)
    if (before.ownFields.length === 0) return { result: { event } }
    return changedDate(within.db, before, { event, change }, were)
  })
}

/** Deletes an event, or the dates of a series in the scope. Returns the id by which a change of a series can be undone. */
export async function removeEventAs(
  ctx: AppContext,
  req: FastifyRequest,
  id: string,
  { svcId, scope }: { svcId?: string; scope: Scope },
): Promise<string | undefined> {
  const { publisher, actor } = req
  const action = scope === 'this' ? 'event.delete' : 'series.delete'
  return audited(ctx, actor, action, async (within, change): Promise<Audited<string | undefined>> => {
    const { event, revision } = await lockEvent(within, publisher.id, id, svcId)
    const target = await targetOf(within.db, event, scope)
    const { seriesId } = event
    if (seriesId === null) {
      await removeInScope(within.db, target, revision)
      return { result: undefined, subject: subjectOf(event), before: deletedForLog(event) }
    }
    const ids = [seriesId]
    const before = await readLogged(within.db, publisher.id, ids, onlyOf(scope, event))
    await removeInScope(within.db, target, revision)
    const after = await readLogged(within.db, publisher.id, ids, onlyOf(scope, event))
    const logged = seriesForLog({ before, after, plain: {} })
    if (scope !== 'this')
      return {
        result: change,
        subject: { kind: 'series', id: seriesId },
        before: logged.before,
        after: { scope, ...logged.after },
      }
    return {
      result: change,
      subject: subjectOf(event),
      before: { ...eventForLog(event), ...logged.before },
      after: logged.after,
    }
  })
}

/** Locks the publisher, so that nobody else changes the event, and finds it. */
async function lockEvent(
  within: Pick<ConfiguredContext, 'db' | 'now'>,
  publisherId: number,
  id: string,
  svcId: string | undefined,
): Promise<{ event: CalendarEvent; revision: Revision }> {
  const revision = await nextRevision(within.db, publisherId, within.now())
  const calendarId = await privateCalendarOf(within.db, publisherId, svcId)
  const event = await getEvent(within.db, publisherId, id)
  requireOwn(event, id, calendarId)
  return { event, revision }
}

/** Makes an event the first date of a new series; returns its id. */
async function repeat(
  within: ConfiguredContext,
  publisher: Publisher,
  event: CalendarEvent,
  input: Input,
  revision: Revision,
): Promise<string> {
  if (event.seriesId !== null)
    refuseRecurrence(input, 'is that of a series: use scope=following or scope=all')
  const { change, excluded } = withLooseExclude(input)
  const { id, dates } = await makeSeriesOf(within.db, within, publisher, event, change, revision, excluded)
  requireDate(dates)
  return id
}

function repeats({ recurrence }: Input): boolean {
  return (recurrence ?? null) !== null
}

function onlyOf(scope: Scope, { id }: CalendarEvent): string[] | undefined {
  return scope === 'this' ? [id] : undefined
}

/** The entry about a change of one event. Of a date of a series it can be undone. */
async function changedDate(
  db: Db,
  before: CalendarEvent,
  { event, change }: Required<Stored>,
  were: Awaited<ReturnType<typeof readLogged>>,
): Promise<Audited<Stored>> {
  const said = { subject: subjectOf(event), before: changedForLog(before), after: eventForLog(event) }
  if (event.seriesId === null) return { result: { event }, ...said }
  const after = await readLogged(db, event.publisherId, [event.seriesId], [event.id])
  const logged = seriesForLog({ before: were, after, plain: {} })
  return {
    result: { event, change },
    subject: said.subject,
    before: { ...said.before, ...logged.before },
    after: { ...said.after, ...logged.after },
  }
}

function ofSeries(
  id: string,
  result: Stored,
  change: Parameters<typeof seriesForLog>[0],
  scope?: Scope,
): Audited<Stored> {
  const { before, after } = seriesForLog(change)
  const said = Object.keys(before.series).length > 0 || before.events ? before : null
  return {
    result,
    subject: { kind: 'series', id },
    before: said,
    after: { ...(scope && { scope }), ...after },
  }
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
    { kind: 'changed_meanwhile' },
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
