import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { deleteSomeEvents } from '../events/event-write-store.ts'
import { forgetInRequests } from '../publishers/forget-in-requests.ts'
import { redactEntries, subjectsNaming } from '../users/redact-entries.ts'
import { hasWaitingDeliveries, stripNotificationsOf } from '../webhooks/subscriber-notifications.ts'
import { type ErasedSubscriber, findErased, listErasuresUnderWay, markErasureDone } from './erased-store.ts'

const EVENTS_AT_ONCE = 1000
/** Callbacks that can't be told of an erased person within this time are told no name. */
const PATIENCE_MS = 24 * 3_600_000
/** Other processes may have a request in memory that names the person, and write it down in this time. */
const SETTLED_MS = 10_000
/** So long each look searches the logs, and reads all of them; later only the last one does. */
const SEARCHED_MS = 10 * 60_000

/** Does for all erased subscribers what was still to be done. Upkeep calls it. */
export async function finishErasures(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  for (const erased of await listErasuresUnderWay(ctx.db)) {
    if (signal?.aborted) return
    await finish(ctx, erased)
  }
}

/**
 * Deletes the private events of an erased subscriber, what logs say of them and of the person, and what the last
 * notification says once it has arrived. The first time it is done with all but that; upkeep looks once more.
 */
export async function finishErasure(ctx: AppContext, publisherId: number, id: string): Promise<void> {
  const erased = await findErased(ctx.db, publisherId, id)
  if (erased) await finish(ctx, erased)
}

async function finish(ctx: AppContext, erased: ErasedSubscriber): Promise<void> {
  const { publisherId, id, privateCalendarId, erasedAt } = erased
  for (;;) {
    // Nobody's feed has them any more, so it takes no revision.
    const deleted = await transact(ctx.db, async (tx) => {
      const ids = await deleteSomeEvents(tx, publisherId, privateCalendarId, EVENTS_AT_ONCE)
      await redactEntries(tx, publisherId, 'event', ids)
      return ids.length
    })
    if (deleted < EVENTS_AT_ONCE) break
    await nextTurn()
  }
  const age = ctx.now() - erasedAt
  const waits = age <= PATIENCE_MS && (await hasWaitingDeliveries(ctx.db, publisherId, id))
  if (age <= SEARCHED_MS || !waits) await forgetInLogs(ctx, erased)
  if (waits) return
  await transact(ctx.db, async (tx) => {
    await stripNotificationsOf(tx, publisherId, id)
    if (age > SETTLED_MS) await markErasureDone(tx, publisherId, id)
  })
}

/** Events that were deleted before are known by their calendar, which entries about private events name. */
async function forgetInLogs(ctx: AppContext, { publisherId, id, privateCalendarId }: ErasedSubscriber) {
  const events = await subjectsNaming(ctx.db, publisherId, 'event', privateCalendarId)
  await redactEntries(ctx.db, publisherId, 'event', events)
  await redactEntries(ctx.db, publisherId, 'subscriber', [id])
  await ctx.requestLog.flush()
  await forgetInRequests(ctx.database.limits, publisherId, id)
}
