import type { Db } from '../db/database.ts'
import type { CalendarEvent } from '../events/event.ts'
import { asInSeries } from './change-from-date.ts'
import type { RuleDate } from './rule-form.ts'
import type { Series, SeriesRecord } from './series.ts'
import { dayOf, ruleOccurrences } from './series-dates.ts'
import { countAround, findSeries, listExcluded } from './series-store.ts'

/** A date and the series that it belongs to. */
export interface DateOfSeries extends SeriesRecord {
  event: CalendarEvent
  /** The event as the series would have it. */
  plain: CalendarEvent
  /** The numbers of events of the series before and after this one. */
  earlier: number
  later: number
}

/** Reads the series of an event, and the place of the event in it; undefined if it belongs to none. */
export async function readDate(db: Db, event: CalendarEvent): Promise<DateOfSeries | undefined> {
  const { publisherId, seriesId, occurrence } = event
  if (seriesId === null || occurrence === null) return undefined
  const series = await findSeries(db, publisherId, seriesId)
  if (!series) return undefined
  const { earlier, later } = await countAround(db, publisherId, seriesId, occurrence)
  const exclude = await listExcluded(db, publisherId, seriesId)
  return {
    event,
    series,
    plain: asInSeries(series, event),
    exclude,
    dates: earlier + later + 1,
    earlier,
    later,
  }
}

/** A date from which the rule of a series can be said: the event's, or the first one if the rule does not give that. */
export function ruleDateOf({ fields, rule, include }: Series, occurrence?: string): RuleDate {
  const { startDate, startTime, timezone } = fields
  const day = occurrence && dayOf(occurrence)
  const isOfRule = day && ruleOccurrences({ fields, rule, include }, day).some((date) => dayOf(date) === day)
  return { day: isOfRule ? day : startDate, time: startTime, timezone }
}
