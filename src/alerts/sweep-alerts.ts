import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import { AT_ONCE, inSteps } from '../sweep.ts'

const KEPT_MS = 90 * 86_400_000

/** Deletes alerts after 90 days, whatever became of them: first whom they told, then the alert. */
export async function sweepAlerts(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const before = now() - KEPT_MS
  await eachPublisher(db, signal, async (publisherId) => {
    for (;;) {
      const id = await findOldest(db, publisherId, before)
      if (id === undefined) break
      await inSteps(signal, () => deleteSomeRecipients(db, publisherId, id))
      if (signal.aborted) return
      await db.deleteFrom('alert').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
    }
  })
}

/** Ids begin with the time, so the oldest alert is the first of the primary key. */
async function findOldest(db: Db, publisherId: number, before: number): Promise<string | undefined> {
  const oldest = await db
    .selectFrom('alert')
    .select(['id', 'created'])
    .where('publisher_id', '=', publisherId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return oldest && oldest.created < before ? oldest.id : undefined
}

async function deleteSomeRecipients(db: Db, publisherId: number, alertId: string): Promise<number> {
  const rows = await db
    .selectFrom('alert_recipient')
    .select('subscriber_id')
    .where('publisher_id', '=', publisherId)
    .where('alert_id', '=', alertId)
    .orderBy('subscriber_id')
    .limit(AT_ONCE)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  await db
    .deleteFrom('alert_recipient')
    .where('publisher_id', '=', publisherId)
    .where('alert_id', '=', alertId)
    .where('subscriber_id', '<=', last.subscriber_id)
    .execute()
  return rows.length
}
