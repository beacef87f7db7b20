import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { nextRevision } from '../publishers/revision.ts'
import { touchOwners } from '../subscribers/subscriber-store.ts'
import { deletePrivateEvents } from './event-write-store.ts'

/** Deletes private events by id, all or none; tells for each id, once, whether there was such an event. */
export async function deleteBatch(
  ctx: AppContext,
  publisherId: number,
  ids: string[],
): Promise<{ id: string; deleted: boolean }[]> {
  const unique = [...new Set(ids)]
  const deleted = await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const rows = await deletePrivateEvents(tx, publisherId, unique)
    const calendarIds = [...new Set(rows.map((row) => row.calendar_id))]
    if (calendarIds.length > 0) await touchOwners(tx, publisherId, calendarIds, revision)
    return new Set(rows.map((row) => row.id))
  })
  return unique.map((id) => ({ id, deleted: deleted.has(id) }))
}
