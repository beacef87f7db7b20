import type { Db } from '../db/database.ts'
import { type CalendarEvent } from '../events/event.ts'
import { eventForLog, type LoggedFields } from '../events/event-log.ts'
import { listEventsById } from '../events/event-store.ts'
import { byHand, type GoneDate } from './change-dates.ts'
import type { Series } from './series.ts'
import { findSeries, listDates, listExcluded } from './series-store.ts'

/** A series as the audit log keeps it: all that is needed to put it back, with the ids of its dates. */
export interface LoggedSeries {
  record: Omit<Series, 'id' | 'publisherId' | 'madeUntil' | 'modified'>
  exclude: string[]
  /** By id; of a change of one date only that one. */
  dates: Record<string, LoggedDate>
}

/** What the series does not say of a date. */
export interface LoggedDate extends Partial<Omit<GoneDate, 'id'>> {
  occurrence: string
}

/** What a change did to series, by id. */
export interface LoggedSeriesChange {
  before: Record<string, LoggedSeries>
  after: Record<string, LoggedSeries>
  /** Events that were no dates of a series, by id. Without fields they were as they are now. */
  plain: Record<string, LoggedFields>
  /** Events that the change took out of a series, with other fields than the series gave them. */
  nowPlain?: Record<string, LoggedFields>
}

/** Reads series for the log; those that don't exist are left out. `only`: the ids of the dates to keep. */
export async function readLogged(
  db: Db,
  publisherId: number,
  ids: string[],
  only?: string[],
): Promise<Record<string, LoggedSeries>> {
  const logged: Record<string, LoggedSeries> = {}
  for (const id of new Set(ids)) {
    const series = await findSeries(db, publisherId, id)
    if (series?.id !== id) continue
    const { id: _, publisherId: __, madeUntil, modified, ...record } = series
    const dates = only ? await listEventsById(db, publisherId, only) : await listDates(db, publisherId, id)
    const kept = dates.filter(({ seriesId }) => seriesId === id)
    logged[id] = {
      record,
      exclude: await listExcluded(db, publisherId, id),
      dates: Object.fromEntries(kept.map((date) => [date.id, loggedDate(date)])),
    }
  }
  return logged
}

function loggedDate(event: CalendarEvent): LoggedDate {
  const { values, ownFields } = byHand(event)
  const { occurrence, sequence, created, linkCode } = event
  return {
    occurrence: occurrence!,
    ...(ownFields.length > 0 && { values, ownFields }),
    ...{ sequence, created, ...(linkCode && { linkCode }) },
  }
}

/**
 * The parts of an audit entry about series. Of dates that are still there less is kept, since nobody has to make them
 * again.
 */
export function seriesForLog({ before, after, plain, nowPlain = {} }: LoggedSeriesChange) {
  const [were, are] = [idsOf(before), idsOf(after)]
  return {
    before: { series: without(before, are), ...eventsForLog(plain) },
    after: { series: without(after, were), ...eventsForLog(nowPlain) },
  }
}

function eventsForLog(events: Record<string, LoggedFields>): { events?: Record<string, LoggedFields> } {
  return Object.keys(events).length > 0 ? { events } : {}
}

function idsOf(logged: Record<string, LoggedSeries>): Set<string> {
  return new Set(Object.values(logged).flatMap(({ dates }) => Object.keys(dates)))
}

function without(logged: Record<string, LoggedSeries>, ids: Set<string>): Record<string, LoggedSeries> {
  const short = ({ sequence, created, linkCode, ...date }: LoggedDate): LoggedDate => date
  return Object.fromEntries(
    Object.entries(logged).map(([id, series]) => {
      const dates = Object.entries(series.dates).map(([id, date]) => [id, ids.has(id) ? short(date) : date])
      return [id, { ...series, dates: Object.fromEntries(dates) as LoggedSeries['dates'] }]
    }),
  )
}

/** The fields of an event that becomes a date of a series. */
export function plainForLog(event: CalendarEvent): Record<string, LoggedFields> {
  return event.seriesId === null ? { [event.id]: eventForLog(event) } : {}
}

/** What an entry of the audit log says of series; undefined if it says nothing, or no more. */
export function loggedChangeOf(entry: {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}): LoggedSeriesChange | undefined {
  const [before, after] = [entry.before?.series, entry.after?.series]
  if (!isRecord(before) && !isRecord(after)) return undefined
  const [plain, nowPlain] = [entry.before?.events, entry.after?.events]
  return {
    before: (isRecord(before) ? before : {}) as Record<string, LoggedSeries>,
    after: (isRecord(after) ? after : {}) as Record<string, LoggedSeries>,
    plain: (isRecord(plain) ? plain : {}) as Record<string, LoggedFields>,
    nowPlain: (isRecord(nowPlain) ? nowPlain : {}) as Record<string, LoggedFields>,
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
