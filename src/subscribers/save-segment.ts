import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import type { Segment } from './segment.ts'
import { getSegment, insertSegment, listSegments, updateSegment } from './segment-store.ts'

const MOST = 100

type SegmentFields = Pick<Segment, 'name' | 'filter'>

/** Keeps a filter under a name. Throws `invalid` if another segment has the name. */
export async function createSegment(
  ctx: OperationContext,
  publisherId: number,
  { name, filter }: SegmentFields,
): Promise<Segment> {
  return transact(ctx.db, async (tx) => {
    const now = ctx.now()
    const segment = { id: newId(now), name: name.trim(), filter, created: now }
    const all = await listSegments(tx, publisherId)
    if (all.length >= MOST)
      throw new AppError('conflict', `There can be ${MOST} segments`, { kind: 'most_reached' })
    requireOwnName(all, segment)
    await insertSegment(tx, publisherId, segment)
    return segment
  })
}

/** Changes the given fields of a segment. Returns it before and after. */
export async function changeSegment(
  ctx: OperationContext,
  publisherId: number,
  id: string,
  { name, filter }: Partial<SegmentFields>,
): Promise<{ before: Segment; after: Segment }> {
  return transact(ctx.db, async (tx) => {
    const before = await getSegment(tx, publisherId, id)
    const after = { ...before, name: name?.trim() ?? before.name, filter: filter ?? before.filter }
    requireOwnName(await listSegments(tx, publisherId), after)
    await updateSegment(tx, publisherId, after)
    return { before, after }
  })
}

function requireOwnName(all: Segment[], { id, name }: Segment): void {
  const key = name.toLowerCase()
  if (all.some((other) => other.id !== id && other.name.toLowerCase() === key))
    throw invalid({ name: 'Segment name must be one that no other segment has' }, 'name_taken')
}
