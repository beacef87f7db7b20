import { type TSchema, Type } from 'typebox'
import { type CalendarEvent, calendarsOf, NO_SERIES } from '../../events/event.ts'
import { type EventField, FIELD_ROWS, type FieldName, wireName } from '../../events/event-fields.ts'
import { type Publisher, publisherOrgId } from '../../publishers/publisher.ts'
import type { SeriesRecord as Series } from '../../series/series.ts'
import { utcToLocal, withOffset } from '../../time/zone.ts'

const QUICK_LINKS = Array.from({ length: 10 }, (_, index) => `quickLink[${index + 1}]`)
const DAY_MS = 86_400_000

const text = (description?: string) => Type.String(description ? { description } : {})
const texts = (names: string[]) => Object.fromEntries(names.map((name) => [name, Type.String()]))

function schemaOf([name, field]: [FieldName, EventField]): [string, TSchema] {
  const { shown, says, onlyWhenSet, short } = field
  const schema = says ? { ...shown, description: says } : shown
  return [wireName(name), onlyWhenSet || short === 'when set' ? Type.Optional(schema) : schema]
}

/** The full record, for public events and batches. */
export const EventRecord = Type.Object({
  id: text(),
  type: text('`fixture` or `private`.'),
  name: text(),
  publisherId: Type.Integer(),
  publisherOrgId: Type.Integer(),
  ...Object.fromEntries(FIELD_ROWS.map(([name, field]) => schemaOf([name, { ...field, short: true }]))),
  allDay: Type.Boolean(),
  ...texts(QUICK_LINKS.flatMap((link) => [`${link}[name]`, `${link}[url]`, `${link}[original_url]`])),
  shortUrl: text('Empty for now.'),
  startGmt: text('`20270410T140000Z`.'),
  endGmt: text(),
  created: text('ISO 8601, UTC.'),
  modified: text('ISO 8601, UTC.'),
  startDateFull: text('`2027-04-10T15:00:00+01:00`.'),
  endDateFull: text(),
  due: text('Whole days until the start: `12 days`; empty when it has begun.'),
  calendarId: text('The home of a public event.'),
  calendarIds: Type.Optional(
    Type.Array(Type.String(), { description: 'All its calendars, the home first, if there are several.' }),
  ),
  seriesId: Type.Optional(text('The series that it is a date of; only then.')),
  occurrence: Type.Optional(
    text(
      '`YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD` when it lasts all day: the local start that the rule of its series gave; only of a date of a series.',
    ),
  ),
})

/** The record of a series: that of its first date, and its recurrence. */
export const SeriesRecord = Type.Object(
  {
    ...EventRecord.properties,
    recurrence: Type.Object({
      rule: text('RFC 5545, 3.3.10.'),
      exclude: Type.Array(Type.String(), { description: 'Dates that are left out.' }),
      include: Type.Array(Type.String(), { description: 'Additional dates.' }),
      skipCalendars: Type.Array(Type.String(), {
        description: 'Ids of calendars on whose all-day events it has no dates.',
      }),
    }),
    dates: Type.Integer({ description: 'The number of its events.' }),
  },
  { description: 'A series: the fields that its dates have, with days and times of the first one.' },
)

const SHORT_ROWS = FIELD_ROWS.filter(([, { short }]) => short)

/** The short record of operations with a `svc_id`. */
export const SubscriberEvent = Type.Object(
  {
    eventId: text(),
    type: text(),
    ...Object.fromEntries(SHORT_ROWS.map(schemaOf)),
    allDay: text('`yes` or `no`.'),
    ...Object.fromEntries(
      QUICK_LINKS.flatMap((link) => [`${link}[name]`, `${link}[url]`]).map((name) => [
        name,
        Type.Optional(text()),
      ]),
    ),
    social: Type.Object({ facebook: Type.Unknown(), twitter: Type.Unknown() }),
    seriesId: Type.Optional(text('Only of a date of a series.')),
    occurrence: Type.Optional(text('Only of a date of a series.')),
  },
  { description: 'The shorter record of the list of one subscriber.' },
)

/** Presents an event as `EventRecord`, with dates and times in the zone `tz`, if given. */
export function presentEvent(event: CalendarEvent, publisher: Publisher, now: number, tz?: string) {
  const shown = { ...event, ...shownTimes(event, tz) }
  return {
    id: event.id,
    type: event.private ? 'private' : 'fixture',
    name: event.name,
    publisherId: publisher.id,
    publisherOrgId: publisherOrgId(publisher),
    ...presentFields(shown, FIELD_ROWS),
    allDay: event.startTime === null,
    ...presentQuickLinks(event),
    shortUrl: '',
    startGmt: utcStamp(event.startAt),
    endGmt: utcStamp(event.endAt),
    created: new Date(event.created).toISOString(),
    modified: new Date(event.modified).toISOString(),
    startDateFull: withOffset(event.startAt, shown.timezone),
    endDateFull: withOffset(event.endAt, shown.timezone),
    due: due(event.startAt, now),
    calendarId: event.calendarId,
    ...(event.alsoIn.length > 0 && { calendarIds: calendarsOf(event) }),
    ...presentSeriesOf(event),
  }
}

function presentSeriesOf({ seriesId, occurrence }: CalendarEvent) {
  return seriesId === null || occurrence === null ? {} : { seriesId, occurrence }
}

/** Presents a series as `SeriesRecord`. */
export function presentSeries(
  { series, exclude, dates }: Series,
  publisher: Publisher,
  now: number,
  tz?: string,
) {
  const { fields, rule, include, skipCalendars } = series
  const first: CalendarEvent = { ...fields, ...series, ...NO_SERIES, linkCode: '', sequence: 0 }
  // A day says as much as its only date.
  const time = `T${fields.startTime}`
  const left = exclude.map((date) => (date.endsWith(time) ? date.slice(0, 10) : date))
  const recurrence = { rule, exclude: left, include, skipCalendars }
  return { ...presentEvent(first, publisher, now, tz), recurrence, dates }
}

/** Presents an event as `SubscriberEvent`. */
export function presentSubscriberEvent(event: CalendarEvent) {
  const { social } = event
  const links: Record<string, string> = {}
  for (const { position, name, url } of event.quickLinks) {
    links[`quickLink[${position}][name]`] = name
    links[`quickLink[${position}][url]`] = url
  }
  return {
    eventId: event.id,
    type: event.private ? 'private' : 'fixture',
    ...presentFields(event, SHORT_ROWS, 'short'),
    allDay: event.startTime === null ? 'yes' : 'no',
    ...links,
    social: { facebook: social.facebook ?? '', twitter: social.twitter ?? '' },
    ...presentSeriesOf(event),
  }
}

function presentFields(
  event: CalendarEvent,
  rows: [FieldName, EventField][],
  record: 'full' | 'short' = 'full',
) {
  const shown: Record<string, unknown> = {}
  for (const [name, field] of rows) {
    const optional = field.onlyWhenSet || (record === 'short' && field.short === 'when set')
    if (!optional || event[name] !== field.none) shown[wireName(name)] = field.show(event[name])
  }
  return shown
}

/** Returns all thirty keys, also for missing links. */
function presentQuickLinks(event: CalendarEvent): Record<string, string> {
  const record: Record<string, string> = {}
  for (const [index, key] of QUICK_LINKS.entries()) {
    const link = event.quickLinks.find(({ position }) => position === index + 1)
    record[`${key}[name]`] = link?.name ?? ''
    record[`${key}[url]`] = link?.url ?? ''
    record[`${key}[original_url]`] = link?.url ?? ''
  }
  return record
}

function shownTimes(event: CalendarEvent, tz: string | undefined) {
  const { startDate, endDate, timezone } = event
  // All-day events have the same days in every time zone.
  if (!tz || event.startTime === null) {
    return { startDate, startTime: event.startTime, endDate, endTime: event.endTime, timezone }
  }
  const start = new Date(utcToLocal(tz, event.startAt)).toISOString()
  const end = new Date(utcToLocal(tz, event.endAt)).toISOString()
  return {
    startDate: start.slice(0, 10),
    startTime: start.slice(11, 16),
    endDate: end.slice(0, 10),
    endTime: end.slice(11, 16),
    timezone: tz,
  }
}

/** `20260815T113000Z`. */
function utcStamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Returns the time until the start, such as `12 days`; empty after the start. */
function due(startAt: number, now: number): string {
  if (startAt <= now) return ''
  const days = Math.floor((startAt - now) / DAY_MS)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}
