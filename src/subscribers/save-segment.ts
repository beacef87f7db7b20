import { findUnknownCalendar } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import { findWidget } from '../widgets/widget-store.ts'
import type { Segment, SegmentFilter } from './segment.ts'
import { getSegment, insertSegment, listSegments, updateSegment } from './segment-store.ts'

const MOST = 100

type SegmentFields = Pick<Segment, 'name' | 'filter'>

/** Keeps a filter under a name. Throws `invalid` if another segment has the name, or the filter names what is not there. */
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
    await requireKnown(tx, publisherId, filter)
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
    if (filter) await requireKnown(tx, publisherId, filter)
    await updateSegment(tx, publisherId, after)
    return { before, after }
  })
}

function requireOwnName(all: Segment[], { id, name }: Segment): void {
  const key = name.toLowerCase()
  if (all.some((other) => other.id !== id && other.name.toLowerCase() === key))
    throw invalid({ name: 'Segment name must be one that no other segment has' }, 'name_taken')
}

async function requireKnown(
  tx: Db,
  publisherId: number,
  { calendarIds = [], widgetId }: SegmentFilter,
): Promise<void> {
  const unknown = await findUnknownCalendar(tx, publisherId, calendarIds)
  if (unknown !== undefined)
    throw invalid({ 'filter.calendarIds': `Segment filter.calendarIds has no calendar with ID [${unknown}]` })
  if (widgetId !== undefined && !(await findWidget(tx, publisherId, widgetId)))
    throw invalid({ 'filter.widgetId': `Segment filter.widgetId has no widget with ID [${widgetId}]` })
}
