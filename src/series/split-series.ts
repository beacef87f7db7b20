import type { Db } from '../db/database.ts'
import { invalid } from '../errors.ts'
import type { CalendarEvent } from '../events/event.ts'
import { wireName } from '../events/event-fields.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import type { Revision } from '../revisions/revision.ts'
import { localToUtc } from '../time/zone.ts'
import { changeSeries, readChangeOfSeries } from './change-series.ts'
import { type Made, made, newSeries } from './create-series.ts'
import { readRule, withEnd } from './rule.ts'
import { ENDED, type Series } from './series.ts'
import { dayOf, fieldsOn, nextOccurrence, occurrenceOf, ruleOccurrences } from './series-dates.ts'
import { listDates, listExcluded, moveDates, replaceExcluded, updateSeries } from './series-store.ts'
import { storeSeries } from './store-series.ts'

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
  if (input.recurrence === null)
    throw invalid({ recurrence: 'Event recurrence can only be removed from all dates: use scope=all' })
  const from = event.occurrence!
  const split = splitAt(before, from)
  if (!split) return changeSeries(tx, ctx, publisher, before, input, revision)
  const { first, rest } = split
  if (!rest) throw unsplittable('The rule gives no date from this one on: use scope=this')
  const { fields, calendars, recurrence } = await readChangeOfSeries(tx, publisher, rest, input)
  const excluded = await listExcluded(tx, publisher.id, before.id)
  await updateSeries(tx, first, revision)
  await replaceExcluded(
    tx,
    publisher.id,
    before.id,
    excluded.filter((occurrence) => occurrence < from),
  )

  const place = { ...calendars, private: before.private }
  const { reference } = fields
  const series: Series = {
    ...newSeries(publisher.id, place, fields, revision),
    // Without a reference of its own the new series goes on with those of its dates.
    dateReference: reference ?? before.dateReference,
    ...{ rule: rest.rule, include: rest.include, skipCalendars: before.skipCalendars },
  }
  await moveDates(tx, before, from, series.id)
  const existing = (await listDates(tx, publisher.id, series.id)).map((date) =>
    date.id === event.id ? withoutOwn(date, input) : date,
  )
  const change = {
    ...{ series, recurrence, before: undefined, existing },
    excluded: excluded.filter((occurrence) => occurrence >= from),
  }
  return made(await storeSeries(tx, ctx, change, revision))
}

/** The event of the request: what the request says of it is no change by hand any more. */
function withoutOwn(event: CalendarEvent, input: Input): CalendarEvent {
  return { ...event, ownFields: event.ownFields.filter((name) => input[wireName(name)] === undefined) }
}

/**
 * Cuts a series before an occurrence. `first` ends before it; `rest` begins with it, or with the next date of the rule
 * if it is an additional one, and is undefined if the rule gives no more. Returns undefined if nothing is before it.
 */
export function splitAt(
  series: Series,
  from: string,
): { first: Series; rest: Series | undefined } | undefined {
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
    rule: withEnd(series.rule, { until: untilOf(last, timezone) }),
    include: earlier,
    madeUntil: ENDED,
  }
  const rule = readRule(series.rule)
  const count = 'fault' in rule ? undefined : rule.count
  if (count !== undefined && count <= given.length) return { first, rest: undefined }
  const tail = count === undefined ? series.rule : withEnd(series.rule, { count: count - given.length })
  const next = nextOccurrence(series, from)
  if (next === undefined) return { first, rest: undefined }
  const fields = { ...fieldsOn({ ...series, dateReference: null }, next), reference: null }
  return { first, rest: { ...series, fields, rule: tail, include: later } }
}

/** An UNTIL that includes an occurrence and nothing later, in the form of RFC 5545. */
function untilOf(occurrence: string, timezone: string): string {
  const compact = (text: string) => text.replace(/[-:]|\.\d+/g, '')
  if (occurrence.length === 10) return compact(occurrence)
  return compact(new Date(localToUtc(timezone, Date.parse(`${occurrence}Z`))).toISOString())
}

function unsplittable(message: string) {
  return invalid({ scope: message })
}
