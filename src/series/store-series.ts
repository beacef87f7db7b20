import type { Db } from '../db/database.ts'
import { invalid } from '../errors.ts'
import type { CalendarEvent } from '../events/event.ts'
import { findTakenReferences } from '../events/event-store.ts'
import { privateLimit, referenceTaken } from '../events/save-event.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Revision } from '../revisions/revision.ts'
import { dayAt } from '../time/day.ts'
import { changeDates, type Known, requireDateReferences } from './change-dates.ts'
import { type Plan, planSeries, resolveSkipCalendars, withRecurrence } from './plan-series.ts'
import type { Recurrence } from './read-recurrence.ts'
import type { Series } from './series.ts'
import { dayOf } from './series-dates.ts'
import { countDates, insertSeries, listExcluded, replaceExcluded, updateSeries } from './series-store.ts'

/** A series that a request makes or changes. */
export interface Change {
  /** The series with its new fields, before its recurrence is changed. */
  series: Series
  recurrence: Recurrence
  /** The stored series; undefined: it is new. */
  before: Series | undefined
  /** Its events so far. */
  existing: CalendarEvent[]
  /** What it left out so far, in place of what is stored for it. */
  excluded?: string[]
}

/**
 * Stores a series and brings its events in line with it. Throws `invalid` with all that is wrong with its recurrence, by
 * field, and `conflict` for a reference that is taken. Returns the series and the number of its events.
 */
export async function storeSeries(
  tx: Db,
  ctx: ConfiguredContext,
  change: Change,
  revision: Revision,
  known: Known = {},
): Promise<{ series: Series; dates: number }> {
  const { before, existing } = change
  const { publisherId, id } = change.series
  const { series, plan } = await prepareSeries(tx, ctx, change, revision.now)
  const stored: Series = { ...series, madeUntil: plan.madeUntil, modified: revision.at }
  if (stored.reference !== null && stored.reference !== before?.reference) {
    const taken = await findTakenReferences(tx, publisherId, [stored.reference])
    // The event that becomes the first date of a series gives it its reference.
    if (
      taken.size > 0 &&
      !existing.some(({ reference, seriesId }) => seriesId === null && reference === stored.reference)
    )
      throw referenceTaken(stored.reference)
  }
  if (before) await updateSeries(tx, stored, revision)
  else await insertSeries(tx, stored, revision)
  await replaceExcluded(tx, publisherId, id, plan.excluded)
  await changeDates(tx, stored, existing, plan.wanted, revision, privateLimit(ctx), known)
  return { series: stored, dates: await countDates(tx, publisherId, id) }
}

/**
 * Plans the dates that a series has after a change, without storing any. Throws `invalid` with all that is wrong with
 * its recurrence, by field.
 */
export async function prepareSeries(
  db: Db,
  ctx: Pick<ConfiguredContext, 'config'>,
  { series: given, recurrence, before, existing, excluded }: Change,
  now: number,
): Promise<{ series: Series; plan: Plan }> {
  const { publisherId, id } = given
  const skip =
    recurrence.skipCalendars && (await resolveSkipCalendars(db, publisherId, recurrence.skipCalendars))
  const skipErrors = skip && 'errors' in skip ? skip.errors : {}
  const series = withRecurrence(given, recurrence, skip && 'ids' in skip ? skip.ids : undefined)
  const kept = excluded ?? (before ? await listExcluded(db, publisherId, id) : [])
  const today = dayAt(series.fields.timezone, now)
  const past = existing.filter(({ occurrence }) => dayOf(occurrence!) < today).length
  const reach = { now, months: ctx.config.seriesMonths }
  const plan = await planSeries(db, series, { exclude: recurrence.exclude, kept, past }, reach)
  if ('errors' in plan) throw invalid({ ...plan.errors, ...skipErrors })
  if (Object.keys(skipErrors).length > 0) throw invalid(skipErrors)
  requireDateReferences(series.dateReference, plan.occurrences)
  return { series, plan }
}
