import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { removeFromDirectory } from '../publishers/directory.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'

/** A picture is stored with what shows it; a page that was open before may show it a little longer. */
const UNUSED_MS = 86_400_000

/** Forgets pictures that nothing of their publisher shows any more. */
export async function sweepImages(ctx: Pick<AppContext, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  await eachPublisher(ctx.db, signal, async (publisherId) => {
    const images = await ctx.db
      .selectFrom('image')
      .select('id')
      .where('publisher_id', '=', publisherId)
      .where('created', '<', ctx.now() - UNUSED_MS)
      .execute()
    for (const { id } of images) {
      if (signal.aborted) return
      await transact(ctx.db, async (tx) => {
        if (!(await isShown(tx, publisherId, id))) await deleteImage(tx, publisherId, id)
      })
    }
  })
}

/** By its id in the addresses that are kept: of the publisher, its calendars and its widgets. */
async function isShown(db: Db, publisherId: number, id: string): Promise<boolean> {
  const like = `%${id}%`
  const { rows } = await sql`
    select 1 as one from publisher where publisher_id = ${publisherId} and settings like ${like}
    union all select 1 from calendar where publisher_id = ${publisherId} and logo like ${like}
    union all select 1 from widget where publisher_id = ${publisherId} and settings like ${like}
    limit 1`.execute(db)
  return rows.length > 0
}

async function deleteImage(tx: Db, publisherId: number, id: string): Promise<void> {
  await tx.deleteFrom('image').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
  await removeFromDirectory(tx, 'image', id)
}
