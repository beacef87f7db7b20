import { deleteAlertsOf } from '../alerts/person-alerts.ts'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { emptyCalendar } from '../events/event-write-store.ts'
import { pause } from '../pause.ts'
import { eachFound } from '../publishers/each-found.ts'
import { forgetInRequests } from '../request-log/forget-in-requests.ts'
import {
  type ErasedSubscriber,
  findErased,
  listUnfinishedErasures,
  markErasureDone,
} from '../subscribers/erased-store.ts'
import { redactEntries, subjectsNaming } from '../users/redact-entries.ts'
import { hasWaitingDeliveries, stripNotificationsOf } from '../webhooks/subscriber-notifications.ts'

const EVENTS_AT_ONCE = 1000
/**
 * Waiting notifications are delivered with the subscriber's data for this long; after that it is removed from
 * them.
 */
const PATIENCE_MS = 24 * 3_600_000
/** Other processes may hold a log entry about the subscriber in memory for this long. */
const SETTLED_MS = 10_000
/**
 * Logs are searched on every run for this long. Each search reads them whole, so later only the last run
 * does.
 */
const SEARCHED_MS = 10 * 60_000

/** Continues all unfinished erasures. Run by upkeep. */
export async function finishErasures(
  ctx: Pick<AppContext, 'db' | 'now' | 'database' | 'requestLog'>,
  signal = new AbortController().signal,
): Promise<void> {
  await eachFound(
    ctx.db,
    signal,
    (only) => listUnfinishedErasures(ctx.db, only),
    (erased) => finish(ctx, erased),
  )
}

/**
 * Deletes an erased subscriber's private events and the data in logs, and, once the last notification is
 * delivered, the data in it. Usually all but the latter is done on the first call; upkeep does the rest.
 */
export async function finishErasure(
  ctx: Pick<AppContext, 'db' | 'now' | 'database' | 'requestLog'>,
  publisherId: number,
  id: string,
): Promise<void> {
  const erased = await findErased(ctx.db, publisherId, id)
  if (erased) await finish(ctx, erased)
}

async function finish(
  ctx: Pick<AppContext, 'db' | 'now' | 'database' | 'requestLog'>,
  erased: ErasedSubscriber,
): Promise<void> {
  const { publisherId, id, privateCalendarId, erasedAt } = erased
  for (;;) {
    // No feed contains them any more, so no revision is needed.
    const deleted = await transact(ctx.db, async (tx) => {
      const ids = await emptyCalendar(tx, publisherId, privateCalendarId, EVENTS_AT_ONCE)
      await redactEntries(tx, publisherId, 'event', ids)
      return ids.length
    })
    if (deleted < EVENTS_AT_ONCE) break
    await pause()
  }
  const age = ctx.now() - erasedAt
  const undelivered = age <= PATIENCE_MS && (await hasWaitingDeliveries(ctx.db, publisherId, id))
  if (age <= SEARCHED_MS || !undelivered) await forgetInLogs(ctx, erased)
  if (undelivered) return
  await transact(ctx.db, async (tx) => {
    await stripNotificationsOf(tx, publisherId, id)
    // An alert that was being prepared may have written one after the erasure.
    await deleteAlertsOf(tx, publisherId, id)
    if (age > SETTLED_MS) await markErasureDone(tx, publisherId, id)
  })
}

/** Entries about private events name their calendar: this finds events that were deleted earlier. */
async function forgetInLogs(
  ctx: Pick<AppContext, 'db' | 'database' | 'requestLog'>,
  { publisherId, id, privateCalendarId }: ErasedSubscriber,
) {
  for (const kind of ['event', 'series']) {
    const subjects = await subjectsNaming(ctx.db, publisherId, kind, privateCalendarId)
    await redactEntries(ctx.db, publisherId, kind, subjects)
  }
  await redactEntries(ctx.db, publisherId, 'subscriber', [id])
  await ctx.requestLog.flush(publisherId)
  await forgetInRequests(ctx.database.limits, publisherId, id)
}
