import type { Db } from '../db/database.ts'
import { findOldestRevision } from '../events/event-change-store.ts'
import { eachPublisher } from '../publishers/publisher-store.ts'
import { inSteps } from '../sweep.ts'
import { deleteSomePercentsBefore } from './reach-notification-store.ts'
import { deleteSomeReachBefore } from './reach-store.ts'

/** Deletes what is kept about the reach of changes that are no longer kept. Run it after `sweepChanges`. */
export async function sweepReach({ db }: { db: Db }, signal: AbortSignal): Promise<void> {
  await eachPublisher(db, signal, async (publisherId) => {
    const oldest = (await findOldestRevision(db, publisherId)) ?? Number.MAX_SAFE_INTEGER
    await inSteps(signal, () => deleteSomeReachBefore(db, publisherId, oldest))
    await inSteps(signal, () => deleteSomePercentsBefore(db, publisherId, oldest))
  })
}
