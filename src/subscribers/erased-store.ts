import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'

/** The record that remains of an erased subscriber. */
export interface ErasedSubscriber {
  publisherId: number
  id: string
  privateCalendarId: string
  /** End of the subscription, in epoch ms. */
  endedAt: number
  /** Epoch ms. */
  erasedAt: number
}

export async function insertErased(tx: Db, erased: ErasedSubscriber): Promise<void> {
  await tx
    .insertInto('erased_subscriber')
    .values({
      publisher_id: erased.publisherId,
      id: erased.id,
      private_calendar_id: erased.privateCalendarId,
      ended_at: erased.endedAt,
      erased_at: erased.erasedAt,
      done: 0,
    })
    .execute()
}

export async function findErased(
  db: Db,
  publisherId: number,
  id: string,
): Promise<ErasedSubscriber | undefined> {
  const row = await selectErased(db)
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toErased(row)
}

/** Returns those of some ids that erased subscribers had. */
export async function findErasedIds(db: Db, publisherId: number, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('erased_subscriber')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'id', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Lists unfinished erasures of one publisher, or over all. */
export async function listUnfinishedErasures(db: Db, publisherId?: number): Promise<ErasedSubscriber[]> {
  const rows = await selectErased(db)
    .where('done', '=', 0)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .orderBy('publisher_id')
    .orderBy('id')
    .execute()
  return rows.map(toErased)
}

/** Lists the erased subscribers of all publishers. */
export async function listAllErased(db: Db): Promise<ErasedSubscriber[]> {
  return (await selectErased(db).execute()).map(toErased)
}

export async function markErasureDone(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx
    .updateTable('erased_subscriber')
    .set({ done: 1 })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

function selectErased(db: Db) {
  return db
    .selectFrom('erased_subscriber')
    .select(['publisher_id', 'id', 'private_calendar_id', 'ended_at', 'erased_at'])
}

type ErasedRow = Awaited<ReturnType<ReturnType<typeof selectErased>['executeTakeFirstOrThrow']>>

function toErased(row: ErasedRow): ErasedSubscriber {
  return {
    publisherId: row.publisher_id,
    id: row.id,
    privateCalendarId: row.private_calendar_id,
    endedAt: row.ended_at,
    erasedAt: row.erased_at,
  }
}
