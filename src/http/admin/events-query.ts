import { type Static, Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { type EventListQuery, type EventSort, readPlace } from '../../events/event-list.ts'
import { isDay } from '../../time/day.ts'

const Day = Type.Optional(
  Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$', accepts: 'a date as YYYY-MM-DD' }),
)

const filters = {
  from: Day,
  to: Day,
  calendarIds: Type.Optional(
    Type.String({
      maxLength: 25_000,
      pattern: '^([0-9a-f]{24}(,|$))*$',
      accepts: 'calendar ids with commas between',
    }),
  ),
  draft: Type.Optional(Type.String({ pattern: '^[01]?$', accepts: '0 or 1' })),
}

export const RangeParameters = Type.Object(filters)
export const ListParameters = Type.Object({
  ...filters,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name or the location.' })),
  referenceType: Type.Optional(Type.String({ maxLength: 255 })),
  seriesId: Type.Optional(
    Type.String({ pattern: '^([0-9a-f]{24})?$', accepts: 'the id of a series', description: 'Its dates.' }),
  ),
  sort: Type.Optional(
    Type.String({
      pattern: '^-?(start|name|modified)$',
      accepts: 'start, name or modified, with - before it for the other direction',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 4000 })),
  limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
})

const PAGE = 50

/** Parses the query of a list. Throws `invalid`. */
export function readListQuery(query: Static<typeof ListParameters>): EventListQuery {
  const sort = (query.sort ?? 'start').replace('-', '') as EventSort
  const descending = query.sort?.startsWith('-') ?? false
  const after = query.cursor ? readPlace(query.cursor, sort, descending) : undefined
  if (query.cursor && !after)
    throw invalid({ cursor: 'Parameter cursor must be what `next` of this list said' })
  return {
    ...readFilters(query),
    ...(query.q && { q: query.q }),
    ...(query.referenceType && { referenceType: query.referenceType }),
    ...(query.seriesId && { seriesId: query.seriesId }),
    ...(after && { after }),
    sort,
    descending,
    limit: Number(query.limit ?? PAGE),
  }
}

/** Parses the filters shared by lists and the calendar view. */
export function readFilters({ from, to, calendarIds, draft }: Static<typeof RangeParameters>) {
  for (const [name, day] of Object.entries({ from, to }))
    if (day && !isDay(day)) throw invalid({ [name]: `Parameter ${name} must be a date that exists` })
  return {
    ...(from && { fromDate: from }),
    ...(to && { toDate: to }),
    ...(calendarIds && { calendarIds: calendarIds.split(',').filter(Boolean) }),
    ...(draft && { draft: draft === '1' }),
  }
}
