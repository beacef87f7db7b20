import { type Static, Type } from 'typebox'
import { readCursor, writeCursor } from '../../cursor.ts'
import { invalid } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { Id, Text } from '../../schemas.ts'
import type {
  Place,
  SubscriberFilter,
  SubscriberOrder,
  SubscriberSort,
} from '../../subscribers/subscriber-order.ts'

const Empty = Type.Literal('')
const filters = {
  q: Type.Optional(Text(0, 254)),
  state: Type.Optional(
    Type.Union([Empty, Type.Literal('active'), Type.Literal('left')], { accepts: 'active or left' }),
  ),
  calendarId: Type.Optional(Type.Union([Empty, Id], { accepts: 'an id of 24 hex characters' })),
  source: Type.Optional(
    Type.Union([Empty, Type.Literal('API'), Type.Literal('Widget'), Type.Literal('Portal')], {
      accepts: 'API, Widget or Portal',
    }),
  ),
  widgetId: Type.Optional(Type.Union([Empty, Id], { accepts: 'an id of 24 hex characters' })),
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

/** Returns the given filters, without empty ones. */
export function readFilter(query: Static<typeof SubscriberFilters>): SubscriberFilter {
  const { state, calendarId, source, widgetId } = query
  const q = query.q?.trim()
  return {
    ...(q && { q }),
    ...(state && { state }),
    ...(calendarId && { calendarId }),
    ...(source && { source }),
    ...(widgetId && { widgetId }),
  }
}

/** Parses the query of a list. A cursor continues in the order that it was made for. */
export function readListQuery(query: Static<typeof SubscriberQuery>) {
  const { sort = '-created', cursor, limit = '50' } = query
  const order = readOrder(sort)
  const filter = readFilter(query)
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
