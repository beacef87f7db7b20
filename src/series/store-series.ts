import type { Db } from '../db/database.ts'
import { invalid } from '../errors.ts'
import type { CalendarEvent } from '../events/event.ts'
import { findTakenReferences } from '../events/event-store.ts'
import { privateLimit, referenceTaken } from '../events/save-event.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Revision } from '../revisions/revision.ts'
import { dayAt } from '../time/day.ts'
import { type DatesPlan, type Known, planDates, requireDateReferences, writeDates } from './change-dates.ts'
import { type Plan, planSeries, resolveSkipCalendars, withRecurrence } from './plan-series.ts'
import type { Recurrence } from './read-recurrence.ts'
import { ENDED, type Series } from './series.ts'
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
  const { excluded, wanted } = plan
  const dates = planDates(stored, existing, wanted, revision, known)
  await writeSeries(tx, ctx, { series: stored, isNew: !before, excluded, dates }, revision)
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
  const reach = { now, months: ctx.config.seriesMonths, ...(before && untilOf(before)) }
  const plan = await planSeries(db, series, { exclude: recurrence.exclude, kept, past }, reach)
  if ('errors' in plan) throw invalid({ ...plan.errors, ...skipErrors })
  if (Object.keys(skipErrors).length > 0) throw invalid(skipErrors)
  requireDateReferences(series.dateReference, plan.occurrences)
  return { series, plan }
}

/** How far the dates of a stored series are made: they stay, also when the setting is lowered. */
export function untilOf({ madeUntil }: Series): { until?: string } {
  return madeUntil === ENDED || madeUntil === '' ? {} : { until: madeUntil }
}

/** A series and its dates as they are going to be stored. */
export interface SeriesToWrite {
  series: Series
  isNew: boolean
  /** The occurrences that it leaves out. */
  excluded: string[]
  dates: DatesPlan
}

/** Writes a series and what changes of its dates. `imported`: an import puts them into further calendars. */
export async function writeSeries(
  tx: Db,
  ctx: ConfiguredContext,
  { series, isNew, excluded, dates }: SeriesToWrite,
  revision: Revision,
  imported = false,
): Promise<void> {
  if (isNew) await insertSeries(tx, series, revision)
  else await updateSeries(tx, series, revision)
  await replaceExcluded(tx, series.publisherId, series.id, excluded)
  await writeDates(tx, series, dates, revision, privateLimit(ctx), imported)
}
