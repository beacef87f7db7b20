import { readCursor, writeCursor } from '../cursor.ts'
import type { EventRow } from './event-row.ts'

/** What a list of events is sorted by. */
export type EventSort = 'start' | 'name' | 'modified'

/** Values that say where an event stands in a sorted list; the last one is its id. */
export type Place = (string | number)[]

export interface EventListQuery {
  /** Undefined: all calendars. */
  calendarIds?: string[]
  /** Both compare the event's start date, inclusive. */
  fromDate?: string
  toDate?: string
  draft?: boolean
  /** Words that all have to be in the name or the location, in any letter case. */
  q?: string
  referenceType?: string
  sort: EventSort
  descending: boolean
  /** Lists go on behind this place. */
  after?: Place
  limit: number
}

/** How many values make a place. */

/** Where an event stands. */
export function placeOf(row: EventRow, sort: EventSort): Place {
  if (sort === 'name') return [sortName(row.name), row.id]
  return sort === 'modified' ? [row.modified, row.id] : [row.startDate, row.startAt, row.id]
}

/** The opaque text of a place, sort and direction with it, so that a cursor of another list is refused. */
export function writePlace(place: Place, { sort, descending }: EventListQuery): string {
  return writeCursor([sort, descending ? 1 : 0, ...place])
}

/** Reads what `writePlace` wrote for this sort; undefined for anything else. */
export function readPlace(cursor: string, sort: EventSort, descending: boolean): Place | undefined {
  const [order, direction, ...place] = readCursor(cursor)
  if (order !== sort || direction !== (descending ? 1 : 0)) return undefined
  const types = place.map((value) => typeof value).join()
  const wanted = { start: 'string,number,string', name: 'string,string', modified: 'number,string' }[sort]
  return types === wanted ? (place as Place) : undefined
}

/** Whether an event is what is looked for. */
export function textFilter({ q, referenceType }: EventListQuery) {
  const words = fold(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return (row: { name: string; location: string; referenceType: string }): boolean => {
    if (referenceType !== undefined && row.referenceType !== referenceType) return false
    const text = words.length > 0 ? fold(`${row.name} ${row.location}`) : ''
    return words.every((word) => text.includes(word))
  }
}

/** True for an event that the list asks for. */
export function rowFilter(query: EventListQuery): (row: EventRow) => boolean {
  const { fromDate = '', toDate = '9999-99-99' } = query
  const calendars = query.calendarIds && new Set(query.calendarIds)
  const matches = textFilter(query)
  return (row) =>
    row.startDate >= fromDate &&
    row.startDate <= toDate &&
    (!calendars || calendars.has(row.calendarId)) &&
    (query.draft === undefined || row.draft === query.draft) &&
    matches(row)
}

/** One page of events that are all at hand, sorted and filtered here. */
export function pageOfRows(rows: EventRow[], query: EventListQuery) {
  const { sort, descending, after, limit } = query
  const direction = descending ? -1 : 1
  const found = rows
    .filter(rowFilter(query))
    .map((row) => ({ row, place: placeOf(row, sort) }))
    .sort((a, b) => direction * comparePlaces(a.place, b.place))
  const behind = after ? found.filter(({ place }) => direction * comparePlaces(place, after) > 0) : found
  const page = behind.slice(0, limit)
  return {
    rows: page.map(({ row }) => row),
    next: behind.length > limit ? page.at(-1)!.place : null,
    count: found.length,
  }
}

export function comparePlaces(a: Place, b: Place): number {
  for (const [i, value] of a.entries()) {
    const other = b[i]!
    if (value < other) return -1
    if (value > other) return 1
  }
  return 0
}

/** Names sort without regard to the case of ASCII letters, as an index of both databases can. */
function sortName(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Text as it is compared: without case, and with its accents apart from their letters and left out. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
