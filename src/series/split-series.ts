import type { Db } from '../db/database.ts'
import { invalid } from '../errors.ts'
import type { CalendarEvent } from '../events/event.ts'
import { wireName } from '../events/event-fields.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import type { Revision } from '../revisions/revision.ts'
import { localToUtc } from '../time/zone.ts'
import { byHandWithout } from './change-dates.ts'
import { type Beyond, changeSeries, readChangeOfSeries } from './change-series.ts'
import { type Made, made, newSeries } from './create-series.ts'
import { readRule, withEnd } from './rule.ts'
import { ENDED, type Series } from './series.ts'
import { dayOf, fieldsOn, nextOccurrence, occurrenceOf, ruleOccurrences } from './series-dates.ts'
import { listDates, listExcluded, moveDates, replaceExcluded, updateSeries } from './series-store.ts'
import { type Change, storeSeries } from './store-series.ts'

type Input = Record<string, unknown>

/**
 * Changes a date of a series and the later ones: the series ends before it, and a new one begins with it, to which its
 * later events belong from now on. They keep their ids. A change from the first date on is one of all.
 */
export async function changeFollowing(
  tx: Db,
  ctx: ConfiguredContext,
  publisher: Publisher,
  before: Series,
  event: CalendarEvent,
  input: Input,
  revision: Revision,
): Promise<Made> {
  const split = splitBefore(before, event, input)
  const named = new Set(event.ownFields.filter((name) => input[wireName(name)] !== undefined))
  // What the request says of its date is no change by hand any more.
  const own = { occurrence: event.occurrence!, ...byHandWithout(event, named) }
  const known = { dates: new Map([[event.id, own]]) }
  if (!split) return changeSeries(tx, ctx, publisher, before, input, revision, { known })
  return storeSplit(tx, ctx, publisher, { before, event, split }, input, revision, { known })
}

/** Cuts a series before one of its events; undefined if nothing is before it. */
export function splitBefore(
  before: Series,
  event: CalendarEvent,
  { recurrence }: Input,
): (Split & { rest: Series }) | undefined {
  if (recurrence === null)
    throw invalid({ recurrence: 'Event recurrence can only be removed from all dates: use scope=all' })
  const split = splitAt(before, event.occurrence!)
  if (!split) return undefined
  const { rest } = split
  if (!rest) throw unsplittable('The rule gives no date from this one on: use scope=this')
  return { ...split, rest }
}

/** Stores both parts of a series; the input changes the second one. */
export async function storeSplit(
  tx: Db,
  ctx: ConfiguredContext,
  publisher: Publisher,
  cut: Cut,
  input: Input,
  revision: Revision,
  { excluded, known }: Beyond,
): Promise<Made> {
  const { before, event, split } = cut
  const from = event.occurrence!
  const left = await listExcluded(tx, publisher.id, before.id)
  const change = await readChangeOfRest(tx, publisher, cut, input, revision.at, excluded)
  await updateSeries(tx, split.first, revision)
  const earlier = left.filter((occurrence) => occurrence < from)
  await replaceExcluded(tx, publisher.id, before.id, earlier)
  await moveDates(tx, before, from, change.series.id)
  const existing = await listDates(tx, publisher.id, change.series.id)
  return made(await storeSeries(tx, ctx, { ...change, existing }, revision, known))
}

/** A series that is cut before one of its events. */
export interface Cut {
  before: Series
  event: CalendarEvent
  split: Split & { rest: Series }
}

/** Reads a change of the second part of a series. */
export async function readChangeOfRest(
  db: Db,
  publisher: Publisher,
  { before, event, split: { rest } }: Cut,
  input: Input,
  at: number,
  excluded?: string[],
): Promise<Change> {
  const from = event.occurrence!
  const { fields, calendars, recurrence } = await readChangeOfSeries(db, publisher, rest, input)
  const place = { ...calendars, private: before.private }
  const { reference } = fields
  const series: Series = {
    ...newSeries(publisher.id, place, fields, { at }),
    // Without a reference of its own the new series goes on with those of its dates.
    dateReference: reference ?? before.dateReference,
    ...{ rule: rest.rule, include: rest.include, skipCalendars: before.skipCalendars },
  }
  const left = excluded ?? (await listExcluded(db, publisher.id, before.id))
  const existing = await listDates(db, publisher.id, before.id, from)
  return {
    ...{ series, recurrence, before: undefined, existing },
    excluded: excluded ?? left.filter((occurrence) => occurrence >= from),
  }
}

/** The parts of a series. */
export interface Split {
  /** Ends before the cut. */
  first: Series
  /** Begins with the cut, or with the next date of the rule; undefined if the rule gives no more. */
  rest: Series | undefined
  /** The number of dates that the rule gives before the cut. */
  earlier: number
}

/**
 * Cuts a series before an occurrence; returns undefined if nothing is before it.
 */
export function splitAt(series: Series, from: string): Split | undefined {
  const given = ruleOccurrences(series, dayOf(from)).filter((occurrence) => occurrence < from)
  const last = given.at(-1)
  const { timezone, startTime } = series.fields
  const isBefore = (startDate: string) => occurrenceOf({ startDate, startTime }) < from
  const [earlier, later] = [series.include.filter(isBefore), series.include.filter((day) => !isBefore(day))]
  if (last === undefined) {
    if (earlier.length === 0) return undefined
    throw unsplittable('This date comes before the first one of the rule: use scope=this or scope=all')
  }
  const first: Series = {
    ...series,
    rule: withEnd(series.rule, { until: untilOf(last, from, timezone) }),
    include: earlier,
    madeUntil: ENDED,
  }
  const rule = readRule(series.rule)
  const count = 'fault' in rule ? undefined : rule.count
  if (count !== undefined && count <= given.length) return { first, rest: undefined, earlier: given.length }
  const tail = count === undefined ? series.rule : withEnd(series.rule, { count: count - given.length })
  const next = nextOccurrence(series, from)
  if (next === undefined) return { first, rest: undefined, earlier: given.length }
  const fields = { ...fieldsOn({ ...series, dateReference: null }, next), reference: null }
  return { first, rest: { ...series, fields, rule: tail, include: later }, earlier: given.length }
}

/**
 * An UNTIL that includes an occurrence and not the next one, in the form of RFC 5545. It is a day if it can be: that
 * includes the occurrence also when the series moves to a later time of day.
 */
function untilOf(occurrence: string, next: string, timezone: string): string {
  const compact = (text: string) => text.replace(/[-:]|\.\d+/g, '')
  if (dayOf(occurrence) < dayOf(next)) return compact(dayOf(occurrence))
  return compact(new Date(localToUtc(timezone, Date.parse(`${occurrence}Z`))).toISOString())
}

function unsplittable(message: string) {
  return invalid({ scope: message }, 'series_this_only')
}
