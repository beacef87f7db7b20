import { transact } from '../db/transact.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { touchOwners } from '../subscribers/subscriber-store.ts'
import { deletePrivateEvents } from './event-write-store.ts'

/**
 * Deletes private events by id in one transaction. Returns for each distinct id if there was such an event.
 */
export async function deleteBatch(
  ctx: OperationContext,
  publisherId: number,
  ids: string[],
): Promise<{ id: string; deleted: boolean }[]> {
  const unique = [...new Set(ids)]
  const deleted = await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const rows = await deletePrivateEvents(tx, publisherId, unique, revision)
    const calendarIds = [...new Set(rows.map((row) => row.calendarId))]
    if (calendarIds.length > 0) await touchOwners(tx, publisherId, calendarIds, revision)
    return new Set(rows.map((row) => row.id))
  })
  return unique.map((id) => ({ id, deleted: deleted.has(id) }))
}
