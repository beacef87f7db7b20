import { readCursor, writeCursor } from '../cursor.ts'
import { calendarsOf } from './event.ts'
import type { EventRow } from './event-row.ts'

/** The position of an event in a sorted list: the values that the list is sorted by, then the event's id. */
export type EventSort = 'start' | 'name' | 'modified'

/** Values that say where an event stands in a sorted list; the last one is its id. */
export type Place = (string | number)[]

export interface EventListQuery {
  /** Undefined: all calendars. */
  calendarIds?: string[]
  /** First and last start date of events, inclusive. */
  fromDate?: string
  toDate?: string
  draft?: boolean
  /** Words that must all be in the name or the location, in any letter case. */
  q?: string
  referenceType?: string
  /** The series of dates. */
  seriesId?: string
  sort: EventSort
  descending: boolean
  /** The list starts after this place. */
  after?: Place
  limit: number
}

/**
 * Encodes a place as a cursor. It contains sort and direction, so that a cursor of another list is refused.
 */

/** The position of an event in a list with this order. */
export function placeOf(row: EventRow, sort: EventSort): Place {
  if (sort === 'name') return [sortName(row.name), row.id]
  return sort === 'modified' ? [row.modified, row.id] : [row.startDate, row.startAt, row.id]
}

/** The opaque text of a place, sort and direction with it, so that a cursor of another list is refused. */
export function writePlace(place: Place, { sort, descending }: EventListQuery): string {
  return writeCursor([sort, descending ? 1 : 0, ...place])
}

/** Decodes a cursor that `writePlace` made for the same sort and direction; undefined for any other text. */
export function readPlace(cursor: string, sort: EventSort, descending: boolean): Place | undefined {
  const [order, direction, ...place] = readCursor(cursor)
  if (order !== sort || direction !== (descending ? 1 : 0)) return undefined
  const types = place.map((value) => typeof value).join()
  const wanted = { start: 'string,number,string', name: 'string,string', modified: 'number,string' }[sort]
  return types === wanted ? (place as Place) : undefined
}

/** Returns a filter for the query's words and grouping key. */
export function textFilter({ q, referenceType }: EventListQuery) {
  const words = fold(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return (row: { name: string; location: string; referenceType: string | null }): boolean => {
    if (referenceType !== undefined && row.referenceType !== referenceType) return false
    const text = words.length > 0 ? fold(`${row.name} ${row.location}`) : ''
    return words.every((word) => text.includes(word))
  }
}

/** Returns a filter for all conditions of the query. */
export function rowFilter(query: EventListQuery): (row: EventRow) => boolean {
  const { fromDate = '', toDate = '9999-99-99' } = query
  const calendars = query.calendarIds && new Set(query.calendarIds)
  const matches = textFilter(query)
  return (row) =>
    row.startDate >= fromDate &&
    row.startDate <= toDate &&
    (!calendars || calendarsOf(row).some((id) => calendars.has(id))) &&
    (query.draft === undefined || row.draft === query.draft) &&
    (query.seriesId === undefined || row.seriesId === query.seriesId) &&
    matches(row)
}

/** Sorts and filters events in memory and returns one page. */
export function pageOfRows(rows: EventRow[], query: EventListQuery) {
  const { sort, descending, after, limit } = query
  const direction = descending ? -1 : 1
  const found = rows
    .filter(rowFilter(query))
    .map((row) => ({ row, place: placeOf(row, sort) }))
    .sort((a, b) => direction * comparePlaces(a.place, b.place))
  const following = after ? found.filter(({ place }) => direction * comparePlaces(place, after) > 0) : found
  const page = following.slice(0, limit)
  return {
    rows: page.map(({ row }) => row),
    next: following.length > limit ? page.at(-1)!.place : null,
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

/** Names sort without regard to the case of ASCII letters: indexes of both databases can do that. */
function sortName(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Text as it is compared: without case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
