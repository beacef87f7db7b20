import { RRuleTemporal } from 'rrule-temporal'
import { type Resource } from './api-table.ts'
import { invalid } from './errors.ts'
import { type EventTime, instantOf, inZone } from './event-times.ts'

/** A series without an end is expanded so far. */
const MOST_INSTANCES = 730
const DAY = 86_400_000

/** Whether an event is a series (RFC 5545 section 3.8.5). */
export function isSeries(fields: Resource): boolean {
  return Array.isArray(fields.recurrence) && fields.recurrence.length > 0
}

/** Returns the instances of a series as events of their own, with the ids that Google gives them. */
export function expandSeries(series: Resource, calendarZone: string): Resource[] {
  const start = series.start as EventTime
  const length = instantOf(series.end as EventTime, calendarZone) - instantOf(start, calendarZone)
  return datesOf(series).map((date) => instanceOf(series, date, length, calendarZone))
}

/** Refuses lines that aren't rules or dates of RFC 5545. */
export function checkRecurrence(fields: Resource): void {
  if (!isSeries(fields)) return
  const lines = fields.recurrence as string[]
  if (!lines.every((line) => /^(RRULE|RDATE|EXDATE)[:;]/.test(line)))
    throw invalid('Invalid recurrence rule.')
  try {
    datesOf(fields)
  } catch {
    throw invalid('Invalid recurrence rule.')
  }
}

/** Returns the starts of a series in milliseconds. Days count as midnights of UTC. */
function datesOf({ start, recurrence }: Resource): number[] {
  const { date, dateTime, timeZone } = start as EventTime
  const zone = date === undefined ? timeZone! : 'UTC'
  const local = date === undefined ? localText(dateTime!, zone) : `${date}T00:00:00`
  const lines = (recurrence as string[]).map((line) => line.replace(/;VALUE=DATE:(\d{8})/, ':$1T000000Z'))
  const rule = new RRuleTemporal({
    rruleString: [`DTSTART;TZID=${zone}:${local.replaceAll(/[-:]/g, '')}`, ...lines].join('\n'),
  })
  return rule.all((_, count) => count < MOST_INSTANCES).map((found) => found.epochMilliseconds)
}

function instanceOf(series: Resource, at: number, length: number, calendarZone: string): Resource {
  const { recurrence: _, ...fields } = series
  const { date, timeZone } = series.start as EventTime
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const timed = (milliseconds: number) => ({ dateTime: inZone(milliseconds, calendarZone), timeZone })
  const start = date === undefined ? timed(at) : { date: dayOf(at) }
  // Clock changes make a day longer or shorter, but never by half of it.
  const end = date === undefined ? timed(at + length) : { date: dayOf(at + Math.round(length / DAY) * DAY) }
  return {
    ...fields,
    id: `${series.id as string}_${date === undefined ? stamp : stamp.slice(0, 8)}`,
    ...{ start, end },
    recurringEventId: series.id,
    originalStartTime: start,
  }
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** Returns a time as a clock of the zone shows it. */
function localText(dateTime: string, zone: string): string {
  return inZone(Date.parse(dateTime), zone).slice(0, 19)
}
