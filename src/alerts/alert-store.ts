import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { AlertTable } from '../db/tables/alert.ts'
import { notFound } from '../errors.ts'
import type { Alert, AlertState, AlertTerms, AlertTopic, EndState } from './alert.ts'

/** The place that the search for recipients has reached. */
export interface SearchPlace {
  /** Calendars of the topics that are done. */
  calendars: number
  /** The last subscriber of the next calendar that was looked at, or empty. */
  upTo: string
}

export async function insertAlert(tx: Db, alert: Alert): Promise<void> {
  await tx
    .insertInto('alert')
    .values({
      publisher_id: alert.publisherId,
      id: alert.id,
      asked_by: alert.askedBy,
      created: alert.created,
      state: alert.state,
      topics: JSON.stringify(alert.topics),
      terms: JSON.stringify(alert.terms),
      people: alert.people,
      found_calendars: 0,
      found_upto: '',
    })
    .execute()
}

export async function getAlert(db: Db, publisherId: number, id: string): Promise<Alert> {
  const row = await selectAlert(db, publisherId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Alert', id)
  return toAlert(row)
}

/** Limits a list to alerts older than the one with the id `before`, in a state, about an event. */
interface AlertQuery {
  before?: string | undefined
  state?: AlertState | undefined
  eventId?: string | undefined
  limit: number
}

/** Lists a publisher's alerts, the newest first. */
export async function listAlerts(
  db: Db,
  publisherId: number,
  { before, state, eventId, limit }: AlertQuery,
): Promise<Alert[]> {
  let query = selectAlert(db, publisherId).orderBy('id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  if (state !== undefined) query = query.where('state', '=', state)
  // Ids are hex digits, so they can't end a string of JSON, and have no wildcards.
  if (eventId !== undefined) query = query.where('topics', 'like', `%"eventId":"${eventId}"%`)
  return (await query.execute()).map(toAlert)
}

/** Lists alerts by id, in no order; unknown ids are left out. */
export async function listAlertsById(db: Db, publisherId: number, ids: string[]): Promise<Alert[]> {
  const rows = await selectAlert(db, publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  return rows.map(toAlert)
}

/** Lists the alerts since a time (epoch ms), the oldest first. */
export async function listAlertsSince(db: Db, publisherId: number, since: number): Promise<Alert[]> {
  const rows = await selectAlert(db, publisherId).where('created', '>=', since).orderBy('id').execute()
  return rows.map(toAlert)
}

/** Lists the alerts in a state, of one publisher or over all, the oldest of each first. */
export async function listOpenAlerts(
  db: Db,
  state: 'finding' | 'sending',
  publisherId?: number,
): Promise<Alert[]> {
  const rows = await db
    .selectFrom('alert')
    .selectAll()
    .where('state', '=', sql.lit(state))
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .orderBy('publisher_id')
    .orderBy('id')
    .execute()
  return rows.map(toAlert)
}

/** Changes the state of an alert. Returns false if it had another state than `from`. */
export async function changeState(
  tx: Db,
  { publisherId, id }: Alert,
  from: AlertState,
  to: AlertState,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert')
    .set({ state: to })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findSearchPlace(db: Db, { publisherId, id }: Alert): Promise<SearchPlace> {
  const row = await selectAlert(db, publisherId).where('id', '=', id).executeTakeFirstOrThrow()
  return { calendars: row.found_calendars, upTo: row.found_upto }
}

/** Moves the search on. Returns false if another process did. */
export async function moveSearch(
  tx: Db,
  { publisherId, id }: Alert,
  from: SearchPlace,
  to: SearchPlace,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert')
    .set({ found_calendars: to.calendars, found_upto: to.upTo })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('state', '=', 'finding')
    .where('found_calendars', '=', from.calendars)
    .where('found_upto', '=', from.upTo)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Adds recipients that the search found. */
export async function addPeople(tx: Db, { publisherId, id }: Alert, people: number): Promise<void> {
  await tx
    .updateTable('alert')
    .set((eb) => ({ people: eb('people', '+', people) }))
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** Counts a recipient who has ended in a state. */
export async function countEnd(tx: Db, { publisherId, id }: Alert, state: EndState): Promise<void> {
  await tx
    .updateTable('alert')
    .set((eb) => ({ [state]: eb(state, '+', 1) }))
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

function selectAlert(db: Db, publisherId: number) {
  return db.selectFrom('alert').selectAll().where('publisher_id', '=', publisherId)
}

function toAlert(row: Selectable<AlertTable>): Alert {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    askedBy: row.asked_by,
    created: row.created,
    state: row.state as AlertState,
    topics: JSON.parse(row.topics) as AlertTopic[],
    terms: JSON.parse(row.terms) as AlertTerms,
    people: row.people,
    counts: {
      ...{ told: row.told, current: row.current, capped: row.capped },
      ...{ off: row.off, refused: row.refused, late: row.late },
    },
  }
}
