import { type Static, Type } from 'typebox'
import { readCursor, writeCursor } from '../../cursor.ts'
import type { Db } from '../../db/database.ts'
import { invalid } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { Id, Text } from '../../schemas.ts'
import { getSegment } from '../../subscribers/segment-store.ts'
import type {
  Place,
  SubscriberFilter,
  SubscriberOrder,
  SubscriberSort,
} from '../../subscribers/subscriber-order.ts'

const MOST_CALENDARS = 20
const STATE = { values: ['active', 'left'], accepts: 'active or left' } as const
const FOLLOWS = { values: ['any', 'all'], accepts: 'any or all' } as const
const SOURCE = { values: ['API', 'Widget', 'Portal'], accepts: 'API, Widget or Portal' } as const

/** A filter as a segment keeps it. */
export const SegmentFilterInput = Type.Object(
  {
    state: Type.Optional(Type.Enum([...STATE.values], { accepts: STATE.accepts })),
    calendarIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MOST_CALENDARS,
        uniqueItems: true,
        accepts: `a list of 1 to ${MOST_CALENDARS} calendar ids, each once`,
      }),
    ),
    follows: Type.Optional(
      Type.Enum([...FOLLOWS.values], {
        accepts: FOLLOWS.accepts,
        description: 'all: who follows each of the calendars. Without it one of them is enough.',
      }),
    ),
    source: Type.Optional(Type.Enum([...SOURCE.values], { accepts: SOURCE.accepts })),
    widgetId: Type.Optional(Id),
  },
  {
    additionalProperties: false,
    accepts: 'an object of state, calendarIds, follows, source and widgetId',
  },
)

const idOrEmpty = Type.Optional(
  Type.String({ pattern: '^([0-9a-f]{24})?$', accepts: 'an id of 24 hex characters' }),
)
const oneOrEmpty = <Value extends string>({
  values,
  accepts,
}: {
  values: readonly Value[]
  accepts: string
}) => Type.Optional(Type.Enum(['', ...values], { accepts }))
const filters = {
  q: Type.Optional(Text(0, 254)),
  state: oneOrEmpty(STATE),
  calendarIds: Type.Optional(
    Type.String({
      pattern: `^([0-9a-f]{24}(,[0-9a-f]{24}){0,${MOST_CALENDARS - 1}})?$`,
      accepts: `at most ${MOST_CALENDARS} calendar ids with commas between`,
    }),
  ),
  follows: oneOrEmpty(FOLLOWS),
  source: oneOrEmpty(SOURCE),
  widgetId: idOrEmpty,
  segmentId: idOrEmpty,
}
/** In the cursor of a search: its position is among those whose address does not begin with the text. */
const OTHERS = 'others'
const SORTS = ['created', '-created', 'email', '-email', 'left', '-left'] as const

export const SubscriberFilters = Type.Object(filters, { label: 'Parameter' })
export const SubscriberQuery = Type.Object(
  {
    ...filters,
    sort: Type.Optional(
      Type.Union(
        SORTS.map((sort) => Type.Literal(sort)),
        { accepts: SORTS.join(', ') },
      ),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 2000, description: 'The `next` of an earlier answer.' })),
    limit: Type.Optional(Type.String({ pattern: '^0*([1-9]\\d?|100)$', accepts: 'a number from 1 to 100' })),
  },
  { label: 'Parameter' },
)

/** Returns the given filters, without empty ones. They take the place of those of the segment, if there is one. */
export async function readFilter(
  db: Db,
  publisherId: number,
  query: Static<typeof SubscriberFilters>,
): Promise<SubscriberFilter> {
  const { state, follows, source, widgetId, segmentId } = query
  const q = query.q?.trim()
  const calendarIds = query.calendarIds && [...new Set(query.calendarIds.split(','))]
  const segment = segmentId && (await getSegment(db, publisherId, segmentId)).filter
  return {
    ...segment,
    ...(q && { q }),
    ...(state && { state }),
    ...(calendarIds && { calendarIds, follows: follows || 'any' }),
    ...(source && { source }),
    ...(widgetId && { widgetId }),
  }
}

/** Parses the query of a list. A cursor continues in the order that it was made for. */
export async function readListQuery(db: Db, publisherId: number, query: Static<typeof SubscriberQuery>) {
  const { sort = '-created', cursor, limit = '50' } = query
  const order = readOrder(sort)
  const filter = await readFilter(db, publisherId, query)
  if (order.by === 'left') {
    if (filter.state === 'active')
      throw invalid({
        sort: 'Parameter sort must be another one where state is active: nobody of them has left',
      })
    filter.state = 'left'
  }
  const from = cursor ? readPlace(cursor) : undefined
  // A search with too many matches to sort is ordered by e-mail.
  const byEmail = filter.q !== undefined && from?.order.by === 'email'
  if (cursor && (!from || (!byEmail && writeOrder(from.order) !== sort)))
    throw invalid({ cursor: 'Parameter cursor must be what `next` said for the same sort' })
  return { filter, order: from?.order ?? order, after: from?.place, limit: Number(limit) }
}

/** Encodes an order: `-created` is by creation, newest first. */
export function writeOrder({ by, descending }: SubscriberOrder): string {
  return (descending ? '-' : '') + by
}

function readOrder(sort: string): SubscriberOrder {
  return { by: sort.replace('-', '') as SubscriberSort, descending: sort.startsWith('-') }
}

export function writePlace(order: SubscriberOrder, { key, id, others }: Place): string {
  return writeCursor([writeOrder(order), key, id, ...(others ? [OTHERS] : [])])
}

function readPlace(cursor: string): { order: SubscriberOrder; place: Place } | undefined {
  const [sort, key, id, part, ...rest] = readCursor(cursor)
  if (!SORTS.some((known) => known === sort) || !isId(id) || rest.length > 0) return undefined
  if (part !== undefined && part !== OTHERS) return undefined
  const order = readOrder(sort as string)
  const sound =
    order.by === 'email' ? typeof key === 'string' && !key.includes('\0') : Number.isSafeInteger(key)
  if (!sound) return undefined
  return { order, place: { key: key as string | number, id, ...(part === OTHERS && { others: true }) } }
}
