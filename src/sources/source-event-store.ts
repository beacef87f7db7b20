import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { type ColumnType, insertAll } from '../db/insert-many.ts'
import type { Asked, KnownEvent, Said } from './merge.ts'

/** Rows that one statement reads, and references of one statement. */
const AT_ONCE = 1000
const COLUMNS: Record<string, ColumnType> = {
  ...{ publisher_id: 'integer', source_id: 'text', reference: 'text', said: 'text', asked: 'text' },
}

/** What is known of all events of a source, by reference. */
export async function readKnown(
  db: Db,
  publisherId: number,
  sourceId: string,
): Promise<Map<string, KnownEvent>> {
  const known = new Map<string, KnownEvent>()
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('source_event')
      .select(['reference', 'said', 'asked'])
      .where('publisher_id', '=', publisherId)
      .where('source_id', '=', sourceId)
      .where('reference', '>', after)
      .orderBy('reference')
      .limit(AT_ONCE)
      .execute()
    for (const row of rows) known.set(row.reference, toKnown(row))
    if (rows.length < AT_ONCE) return known
    after = rows.at(-1)!.reference
  }
}

/** The events of a source with open questions, by reference. */
export async function listAsked(
  db: Db,
  publisherId: number,
  sourceId: string,
  limit: number,
): Promise<(KnownEvent & { reference: string })[]> {
  const rows = await db
    .selectFrom('source_event')
    .select(['reference', 'said', 'asked'])
    .where('publisher_id', '=', publisherId)
    .where('source_id', '=', sourceId)
    .where('asked', 'is not', null)
    .orderBy('reference')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ reference: row.reference, ...toKnown(row) }))
}

/** The number of events of a source with open questions. */
export async function countAsked(db: Db, publisherId: number, sourceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('source_event')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('publisher_id', '=', publisherId)
    .where('source_id', '=', sourceId)
    .where('asked', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findKnown(
  db: Db,
  publisherId: number,
  sourceId: string,
  reference: string,
): Promise<KnownEvent | undefined> {
  const row = await db
    .selectFrom('source_event')
    .select(['said', 'asked'])
    .where('publisher_id', '=', publisherId)
    .where('source_id', '=', sourceId)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && toKnown(row)
}

/** Stores what is known of events in place of what was. */
export async function saveKnown(
  tx: Db,
  publisherId: number,
  sourceId: string,
  known: [reference: string, known: KnownEvent][],
): Promise<void> {
  await forget(
    tx,
    publisherId,
    sourceId,
    known.map(([reference]) => reference),
  )
  const rows = known.map(([reference, { said, asked }]) => ({
    ...{ publisher_id: publisherId, source_id: sourceId, reference, said: JSON.stringify(said) },
    asked: Object.keys(asked).length > 0 ? JSON.stringify(asked) : null,
  }))
  await insertAll(tx, 'source_event', COLUMNS, rows)
}

/** Forgets events of a source. */
export async function forget(
  tx: Db,
  publisherId: number,
  sourceId: string,
  references: string[],
): Promise<void> {
  for (let at = 0; at < references.length; at += AT_ONCE)
    await tx
      .deleteFrom('source_event')
      .where('publisher_id', '=', publisherId)
      .where('source_id', '=', sourceId)
      .where(inList(tx, 'reference', references.slice(at, at + AT_ONCE)))
      .execute()
}

function toKnown(row: { said: string; asked: string | null }): KnownEvent {
  return {
    said: JSON.parse(row.said) as Said,
    asked: row.asked === null ? {} : (JSON.parse(row.asked) as Asked),
  }
}
