import type { Database } from '../db/database.ts'
import { readAlsoIn } from '../events/event-columns.ts'

/** A place in the order of the changes of a collection: after an event at its last change. */
export interface Position {
  revision: number
  id: string
}

/** An event of a calendar, also a draft, without its texts. Times in epoch ms. */
export interface Member extends Position {
  draft: boolean
  cancelled: boolean
  startAt: number
  endAt: number
  modified: number
  /** All calendars that have it. */
  calendarIds: string[]
}

interface Row {
  id: string
  revision: number
  draft: 0 | 1
  cancelled: 0 | 1
  start_at: number
  end_at: number
  modified: number
  calendar_id: string
  also_in: string | null
}

const COLUMNS = [
  'id',
  'revision',
  'draft',
  'cancelled',
  'start_at',
  'end_at',
  'calendar_id',
  'also_in',
  'modified',
]
const of = (table: string) => COLUMNS.map((column) => `${table}.${column}`).join(', ')
const ofHome = (condition: string) => `select ${of('e')} from event e
  where e.publisher_id = $1 and e.calendar_id = $2 and ${condition}`
// SQLite never reorders a cross join. With a plain one it may walk all events of the publisher.
const ofOthers = (condition: string) => `select ${of('e')} from event_calendar c
  cross join event e
  where c.publisher_id = $1 and c.calendar_id = $2 and e.publisher_id = c.publisher_id and e.id = c.event_id
    and ${condition}`
/** The events of a calendar, with those whose home is another one. */
const members = (condition: string) => `${ofHome(condition)} union all ${ofOthers(condition)}`

const AFTER = `${members('(e.revision, e.id) > ($3, $4)')} order by 2, 1 limit $5`

// Of both ends of the window: an event that ended in between, and one that starts in between.
const CROSSED = members(
  `e.draft = 0 and ((e.end_at >= $3 and e.end_at < $4) or (e.start_at >= $5 and e.start_at < $6))`,
)

const BETWEEN = members('e.draft = 0 and e.end_at >= $3 and e.start_at <= $4')

const REMOVED = `
  select event_id as id, max(revision) as revision from event_change
  where publisher_id = $1 and calendar_id = $2 and revision >= $3 and (revision, event_id) > ($3, $4)
    and kinds = 'removed'
  group by event_id order by 2, 1 limit $5`

/** Lists the events of a calendar after a position, in the order of their last changes; drafts too. */
export async function listMembersAfter(
  { read }: Pick<Database, 'read'>,
  publisherId: number,
  calendarId: string,
  { revision, id }: Position,
  limit: number,
): Promise<Member[]> {
  return (await read<Row>(AFTER, [publisherId, calendarId, revision, id, limit])).map(toMember)
}

/** Lists the events that were removed from a calendar after a position, as the history of changes has them. */
export async function listRemovedAfter(
  { read }: Pick<Database, 'read'>,
  publisherId: number,
  calendarId: string,
  { revision, id }: Position,
  limit: number,
): Promise<Position[]> {
  const rows = await read<Position>(REMOVED, [publisherId, calendarId, revision, id, limit])
  return rows.map((row) => ({ id: row.id, revision: Number(row.revision) }))
}

/** Lists the live events of which an end is in the one span, or the start in the other (epoch ms, the end exclusive). */
export async function listCrossed(
  { read }: Pick<Database, 'read'>,
  publisherId: number,
  calendarId: string,
  ends: [from: number, to: number],
  starts: [from: number, to: number],
): Promise<Member[]> {
  const parameters = [publisherId, calendarId, ...ends, ...starts]
  return (await read<Row>(CROSSED, parameters)).map(toMember)
}

/** Lists the live events that are on between two times (epoch ms), both included, in any order. */
export async function listMembersBetween(
  { read }: Pick<Database, 'read'>,
  publisherId: number,
  calendarId: string,
  from: number,
  to: number,
): Promise<Member[]> {
  return (await read<Row>(BETWEEN, [publisherId, calendarId, from, to])).map(toMember)
}

function toMember(row: Row): Member {
  return {
    id: row.id,
    revision: row.revision,
    draft: row.draft === 1,
    cancelled: row.cancelled === 1,
    startAt: row.start_at,
    endAt: row.end_at,
    modified: row.modified,
    calendarIds: [row.calendar_id, ...readAlsoIn(row.also_in)],
  }
}
