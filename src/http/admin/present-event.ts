import { type CalendarEvent, calendarsOf } from '../../events/event.ts'
import { type AdminValues, FIELD_ROWS, type FieldName } from '../../events/event-fields.ts'
import { type EventRow, LISTED } from '../../events/event-row.ts'
import { type DateOfSeries, ruleDateOf } from '../../series/read-date.ts'
import { ENDED } from '../../series/series.ts'
import type { EventListed, EventRecord, SeriesOfEvent } from './events-schemas.ts'

/** Presents an event in a list. */
export function presentRow(row: EventRow): EventListed {
  return {
    id: row.id,
    calendarId: row.calendarId,
    calendarIds: calendarsOf(row),
    seriesId: row.seriesId,
    changedByHand: row.ownFields.length > 0,
    ...inAdmin(row, LISTED),
    startAt: iso(row.startAt),
    endAt: iso(row.endAt),
    modified: iso(row.modified),
  }
}

/** Presents an event for the form that changes it. `date`: the series that it is a date of. */
export function presentRecord(event: CalendarEvent, date: DateOfSeries | undefined): EventRecord {
  return { ...presentFields(event), series: date ? presentSeriesOf(date) : null }
}

function presentFields(event: CalendarEvent) {
  const names = FIELD_ROWS.filter(([, { inAdmin }]) => inAdmin).map(([name]) => name)
  return {
    id: event.id,
    calendarId: event.calendarId,
    calendarIds: calendarsOf(event),
    private: event.private,
    ...inAdmin(event, names),
    quickLinks: event.quickLinks,
    startAt: iso(event.startAt),
    endAt: iso(event.endAt),
    sequence: event.sequence,
    created: iso(event.created),
    modified: iso(event.modified),
  }
}

function presentSeriesOf(date: DateOfSeries): SeriesOfEvent {
  const { event, plain, series, exclude, dates, earlier, later } = date
  const { id, rule, include, skipCalendars, madeUntil, fields } = series
  const is = presentFields(event)
  const differing = Object.entries(presentFields(plain)).filter(
    ([name, value]) =>
      !NOT_OF_SERIES.has(name) &&
      JSON.stringify(value) !== JSON.stringify((is as Record<string, unknown>)[name]),
  )
  return {
    ...{ id, rule, include, skipCalendars, dates, earlier, later },
    exclude: presentDates(exclude, fields.startTime),
    ruleDate: ruleDateOf(series, event.occurrence ?? undefined),
    goesOn: madeUntil !== ENDED,
    changed: [...new Set(event.ownFields.map((name) => OWN_NAMES[name] ?? name))],
    plain: Object.fromEntries(differing),
  }
}

/** The names of fields of events that have others here. */
const OWN_NAMES: Record<string, string> = {
  calendarId: 'calendarIds',
  alsoIn: 'calendarIds',
  linkNames: 'quickLinks',
}
const NOT_OF_SERIES = new Set(['id', 'calendarId', 'sequence', 'created', 'modified', 'startAt', 'endAt'])

/** Dates that are left out: a day says as much as its only date. */
export function presentDates(occurrences: string[], startTime: string | null): string[] {
  return occurrences.map((date) => (date.endsWith(`T${startTime}`) ? date.slice(0, 10) : date))
}

const FIELDS = Object.fromEntries(FIELD_ROWS)

function inAdmin<Name extends FieldName>(
  event: Record<Name, unknown>,
  names: readonly Name[],
): AdminValues<Name> {
  return Object.fromEntries(
    names.map((name) => [name, FIELDS[name]!.showInAdmin(event[name])]),
  ) as unknown as AdminValues<Name>
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
