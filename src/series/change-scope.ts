import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { invalid, notFound } from '../errors.ts'
import type { CalendarEvent } from '../events/event.ts'
import { findEvent } from '../events/event-store.ts'
import { privateLimit, storeChange } from '../events/save-event.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../revisions/revision.ts'
import { changeSeries, refuseRecurrence } from './change-series.ts'
import { makeSeriesOf } from './create-series.ts'
import type { Scope, Series, SeriesRecord } from './series.ts'
import { countDates, findSeries, listExcluded } from './series-store.ts'
import { changeFollowing } from './split-series.ts'

/** What an id or a reference names: an event, or a whole series. */
export type Found = { event: CalendarEvent; series?: never } | { series: Series; event?: never }

/** Finds an event or a series by its id, else by its reference. */
export async function findEventOrSeries(
  db: Db,
  publisherId: number,
  key: string,
): Promise<Found | undefined> {
  const event = await findEvent(db, publisherId, key)
  if (event) return { event }
  const series = await findSeries(db, publisherId, key)
  return series && { series }
}

/** Reads what the API shows of a series. */
export async function readSeriesRecord(db: Db, series: Series): Promise<SeriesRecord> {
  const { publisherId, id } = series
  return {
    series,
    exclude: await listExcluded(db, publisherId, id),
    dates: await countDates(db, publisherId, id),
  }
}

/**
 * Changes an event, or the dates of a series in the scope, in one transaction; `key` is an id or a reference. Without a
 * scope it is `this` for an event, `all` for a series. Returns the id of what was changed, and of a series the number
 * of its dates.
 */
export async function changeInScope(
  ctx: ConfiguredContext,
  publisher: Publisher,
  key: string,
  input: Record<string, unknown>,
  scope: Scope | undefined,
): Promise<{ id: string; dates?: number }> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const found = await resolve(tx, publisher.id, key, scope)
    if (found.scope === 'all') return changeSeries(tx, ctx, publisher, found.series, input, revision)
    const { event } = found
    if (found.scope === 'following')
      return changeFollowing(tx, ctx, publisher, found.series, event, input, revision)
    if (event.seriesId === null && (input.recurrence ?? null) !== null)
      return makeSeriesOf(tx, ctx, publisher, event, input, revision)
    if (event.seriesId !== null)
      refuseRecurrence(input, 'is that of a series: use scope=following or scope=all')
    const { id } = await storeChange(tx, publisher, event, input, revision, privateLimit(ctx))
    return { id }
  })
}

/** What a request is about: one event, or the dates of a series. */
export type Target =
  | { scope: 'this'; event: CalendarEvent; series?: never }
  | { scope: 'following'; event: CalendarEvent; series: Series }
  | { scope: 'all'; series: Series; event?: CalendarEvent }

/** Finds what a key and a scope name; throws `not_found`, or `invalid` for a scope that it can't have. */
export async function resolve(
  db: Db,
  publisherId: number,
  key: string,
  scope: Scope | undefined,
): Promise<Target> {
  const found = await findEventOrSeries(db, publisherId, key)
  if (!found) throw notFound('Event', key)
  if (found.series) {
    if (scope === undefined || scope === 'all') return { scope: 'all', series: found.series }
    throw invalid({ scope: 'Event scope must be all for the id of a series' })
  }
  return targetOf(db, found.event, scope)
}

/** Finds what a scope names of an event; throws `invalid` for one that it can't have. */
export async function targetOf(db: Db, event: CalendarEvent, scope: Scope | undefined): Promise<Target> {
  if (scope === undefined || scope === 'this') return { scope: 'this', event }
  const { publisherId } = event
  const series = event.seriesId === null ? undefined : await findSeries(db, publisherId, event.seriesId)
  if (!series) throw invalid({ scope: 'Event scope must be this for an event that is no date of a series' })
  return { scope, event, series }
}
