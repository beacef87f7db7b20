import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { SegmentTable } from '../db/tables/subscriber.ts'
import { notFound } from '../errors.ts'
import type { Segment, SegmentFilter } from './segment.ts'

/** Lists a publisher's segments, the oldest first. */
export async function listSegments(db: Db, publisherId: number): Promise<Segment[]> {
  const rows = await db
    .selectFrom('segment')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('id')
    .execute()
  return rows.map(toSegment)
}

export async function getSegment(db: Db, publisherId: number, id: string): Promise<Segment> {
  const row = await db
    .selectFrom('segment')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Segment', id)
  return toSegment(row)
}

export async function insertSegment(tx: Db, publisherId: number, segment: Segment): Promise<void> {
  const { id, name, filter, created } = segment
  await tx
    .insertInto('segment')
    .values({ publisher_id: publisherId, id, name, filter: JSON.stringify(filter), created })
    .execute()
}

/** Writes the name and the filter of a segment. */
export async function updateSegment(
  tx: Db,
  publisherId: number,
  { id, name, filter }: Segment,
): Promise<void> {
  await tx
    .updateTable('segment')
    .set({ name, filter: JSON.stringify(filter) })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

export async function deleteSegment(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('segment').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

function toSegment({ id, name, filter, created }: Selectable<SegmentTable>): Segment {
  return { id, name, filter: JSON.parse(filter) as SegmentFilter, created }
}
