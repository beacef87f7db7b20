import { csvLine } from '../csv.ts'
import { type CalendarEvent, calendarsOf } from './event.ts'
import { EVENT_FIELDS, type FieldName } from './event-fields.ts'
import { joinTags } from './tag-list.ts'

const LINKS = Array.from({ length: 10 }, (_, index) => index + 1)

type Cell = (event: CalendarEvent, calendarName: (id: string) => string) => string

function field(name: FieldName): Cell {
  return (event) => {
    const value: unknown = EVENT_FIELDS[name].show(event[name] as never)
    return Array.isArray(value) ? joinTags(value as string[]) : String(value)
  }
}

/** The columns of a file of events, by heading. The import reads these headings back; it ignores Calendars and Cancelled. */
const COLUMNS: [heading: string, cell: Cell][] = [
  ['Title', field('name')],
  ['Place', field('location')],
  ['Start date', field('startDate')],
  ['Start time', field('startTime')],
  ['End date', field('endDate')],
  ['End time', field('endTime')],
  ['All day', ({ startTime }) => (startTime === null ? 'yes' : 'no')],
  ['Time zone', field('timezone')],
  ['Calendars', (event, calendarName) => calendarsOf(event).map(calendarName).join('; ')],
  ['Draft', ({ draft }) => (draft ? 'yes' : 'no')],
  ['Cancelled', ({ cancelled }) => (cancelled ? 'yes' : 'no')],
  ['Reminder', field('alert')],
  ['Reminder 2', field('alert2')],
  ['Details', field('details')],
  // The import finds an event without a reference by its id.
  ['Reference', ({ reference, id }) => reference ?? id],
  ['Reference type', field('referenceType')],
  ['Tags', field('tags')],
  ['Hashtag', field('twitterTag')],
  ['Banner', field('eventBanner')],
  ['Focus x', field('focusX')],
  ['Focus y', field('focusY')],
  ['Featured', field('featured')],
  ['Primary link', field('primaryLink')],
  ['Secondary link', field('secondaryLink')],
  ['Sponsored message', field('sponsoredMessage')],
  ...LINKS.flatMap((position): [string, Cell][] => [
    [`Quick link[${position}] [name]`, (event) => linkAt(event, position)?.name ?? ''],
    [`Quick link[${position}] [url]`, (event) => linkAt(event, position)?.url ?? ''],
  ]),
]

/** The first line of a file of events. */
export const EVENT_HEADINGS = csvLine(COLUMNS.map(([heading]) => heading))

/** The line of an event: its local times, and its zone beside them. */
export function eventLine(event: CalendarEvent, calendarName: (id: string) => string): string {
  return csvLine(COLUMNS.map(([, cell]) => cell(event, calendarName)))
}

function linkAt(
  { quickLinks, linkNames }: CalendarEvent,
  position: number,
): { name: string; url?: string } | undefined {
  return [...quickLinks, ...linkNames].find((link) => link.position === position)
}
