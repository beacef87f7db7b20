import { type RawBuilder, sql } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import { pause } from '../pause.ts'
import { inCalendars } from './event-calendar-store.ts'
import { type EventListQuery, pageOfRows, type Place, textFilter } from './event-list.ts'
import { type EventRow, listRowsById, listRowsOfGroup, listRowsOfSeries } from './event-row.ts'

/** Index entries that one statement reads, and rows if the text of each event has to be read. */
const SLICE = 10_000
const TEXT_SLICE = 500
/** Slices that one request reads at most, so that no list takes long. */
const SLICES = 10
const TEXT_SLICES = 60
/** Groups up to this size are read as a whole. */
const SMALL_GROUP = 2_000
/** Lists are counted up to here. */
export const COUNTED = 10_000

export interface EventPage {
  rows: EventRow[]
  /**
   * The place to continue after; null: this is the last page. A page with a next one may have fewer rows than
   * `limit`, or none.
   */
  next: Place | null
  /** Undefined if counting would read as much as the whole list. */
  count: { value: number; more: boolean } | undefined
}

/** One page of public events in any order. Reads a bounded number of events. */
export async function pageOfPublicEvents(
  db: Db,
  publisherId: number,
  query: EventListQuery,
): Promise<EventPage> {
  if (query.seriesId !== undefined) {
    const rows = await listRowsOfSeries(db, publisherId, query.seriesId)
    const page = pageOfRows(rows, query)
    return { ...page, count: { value: page.count, more: false } }
  }
  if (query.referenceType !== undefined) {
    const rows = await listRowsOfGroup(db, publisherId, query.referenceType, SMALL_GROUP + 1)
    if (rows.length <= SMALL_GROUP) {
      const page = pageOfRows(rows, query)
      return { ...page, count: { value: page.count, more: false } }
    }
  }
  const byText = Boolean(query.q?.trim()) || query.referenceType !== undefined
  const { ids, next } = await (byText ? walkTexts : walkIndex)(db, publisherId, query)
  const rows = await listRowsById(db, publisherId, ids)
  return { rows, next, count: byText ? undefined : await countEvents(db, publisherId, query) }
}

interface PageIds {
  ids: string[]
  next: Place | null
}

async function walkIndex(db: Db, publisherId: number, query: EventListQuery): Promise<PageIds> {
  const found: string[] = []
  let { after } = query
  for (let slice = 0; slice < SLICES; slice++) {
    const wanted = query.limit - found.length
    const rows = await filtered(db, publisherId, query, sliceOf(db, publisherId, query, after, SLICE))
      .select(['k1', 'k2', 'id'])
      .limit(wanted + 1)
      .execute()
    found.push(...rows.slice(0, wanted).map((row) => row.id))
    if (rows.length > wanted) return { ids: found, next: toPlace(rows[wanted - 1]!, query) }
    after = await endOfSlice(db, publisherId, query, after, SLICE)
    if (!after) return { ids: found, next: null }
    await pause()
  }
  return { ids: found, next: after! }
}

/** Compares texts in JavaScript, since databases differ in which letters they treat as equal. */
async function walkTexts(db: Db, publisherId: number, query: EventListQuery): Promise<PageIds> {
  const matches = textFilter(query)
  const found: string[] = []
  let { after } = query
  for (let slice = 0; slice < TEXT_SLICES; slice++) {
    const inner = sliceOf(db, publisherId, query, after, TEXT_SLICE, true)
    const rows = await filtered(db, publisherId, query, inner)
      .select(['k1', 'k2', 'id', 'name', 'location', 'reference_type'])
      .execute()
    for (const row of rows) {
      const { name = '', location = '', reference_type } = row
      if (!matches({ name, location, referenceType: reference_type ?? '' })) continue
      found.push(row.id)
      if (found.length === query.limit) return { ids: found, next: toPlace(row, query) }
    }
    after = await endOfSlice(db, publisherId, query, after, TEXT_SLICE)
    if (!after) return { ids: found, next: null }
    await pause()
  }
  return { ids: found, next: after! }
}

async function countEvents(db: Db, publisherId: number, query: EventListQuery) {
  const looked = sliceOf(db, publisherId, query, undefined, SLICE)
  const counted = filtered(db, publisherId, query, looked)
    .select('id')
    .limit(COUNTED + 1)
    .as('c')
  const { n } = await db
    .selectFrom(counted)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const more =
    n > COUNTED || (n > 0 && (await endOfSlice(db, publisherId, query, undefined, SLICE)) !== undefined)
  return { value: Math.min(n, COUNTED), more }
}

/**
 * A slice of an index in its order, after a place. `k1` and `k2` are the sort keys before the id. The zero is
 * a literal, since a partial index can't serve a query with a parameter there.
 */
function sliceOf(
  db: Db,
  publisherId: number,
  query: EventListQuery,
  after: Place | undefined,
  size: number,
  texts = false,
) {
  const [k1, k2] = keysOf(db, query)
  const direction = query.descending ? 'desc' : 'asc'
  let slice = db
    .selectFrom('event')
    .select([k1.as('k1'), (k2 ?? sql<number>`0`).as('k2'), 'id', 'calendar_id', 'draft', 'start_date'])
    .where('publisher_id', '=', publisherId)
    .where('private', '=', sql.lit(0))
    .orderBy(k1, direction)
    .$if(k2 !== undefined, (q) => q.orderBy(k2!, direction))
    .orderBy('id', direction)
    .limit(size)
  if (query.sort === 'start' && query.fromDate) slice = slice.where('start_date', '>=', query.fromDate)
  if (query.sort === 'start' && query.toDate) slice = slice.where('start_date', '<=', query.toDate)
  if (after) {
    const sign = sql.raw(query.descending ? '<' : '>')
    const keys = k2 ? sql`${k1}, ${k2}, id` : sql`${k1}, id`
    slice = slice.where(sql<boolean>`(${keys}) ${sign} (${sql.join(after)})`)
  }
  return slice.$if(texts, (q) => q.select(['name', 'location', 'reference_type']))
}

/** The rows of a slice that match the query, in the same order. */
function filtered(db: Db, publisherId: number, query: EventListQuery, slice: ReturnType<typeof sliceOf>) {
  const direction = query.descending ? 'desc' : 'asc'
  let rows = db
    .selectFrom(slice.as('s'))
    .orderBy('k1', direction)
    .orderBy('k2', direction)
    .orderBy('id', direction)
  if (query.calendarIds) rows = rows.where(inCalendars(db, publisherId, query.calendarIds))
  if (query.draft !== undefined) rows = rows.where('draft', '=', query.draft ? 1 : 0)
  if (query.sort !== 'start' && query.fromDate) rows = rows.where('start_date', '>=', query.fromDate)
  if (query.sort !== 'start' && query.toDate) rows = rows.where('start_date', '<=', query.toDate)
  return rows
}

/** The last place of a slice; undefined if no row follows it. */
async function endOfSlice(
  db: Db,
  publisherId: number,
  query: EventListQuery,
  after: Place | undefined,
  size: number,
): Promise<Place | undefined> {
  const rows = await sliceOf(db, publisherId, query, after, 2)
    .offset(size - 1)
    .execute()
  return rows.length === 2 ? toPlace(rows[0]!, query) : undefined
}

function toPlace(
  row: { k1: string | number; k2: string | number; id: string },
  query: EventListQuery,
): Place {
  return query.sort === 'start' ? [row.k1, row.k2, row.id] : [row.k1, row.id]
}

type Key = RawBuilder<string | number>

/** The sort keys before the id, written exactly as in the indexes. */
function keysOf(db: Db, { sort }: EventListQuery): [Key, Key?] {
  if (sort === 'name') return [isSqlite(db) ? sql`lower(name)` : sql`lower(name collate "C")`]
  return sort === 'modified' ? [sql`modified`] : [sql`start_date`, sql`start_at`]
}
