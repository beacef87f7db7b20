import type { AppContext } from './context.ts'
import { deleteOldAnswers } from './events/batch-answer-store.ts'
import { deleteOldWindows } from './publishers/request-window.ts'
import { deleteOver } from './users/session-store.ts'
import { sweepNotifications } from './webhooks/sweep.ts'

const FLUSH_MS = 2000
const SWEEP_MS = 3_600_000
const ANSWERS_KEPT_MS = 24 * 3_600_000
const WINDOWS_KEPT_MS = 3_600_000

/** Writes what is gathered in memory and forgets what is old, until the signal fires. */
export function startUpkeep(ctx: AppContext, signal: AbortSignal): void {
  every(FLUSH_MS, async () => {
    await ctx.feedReads.flush()
    await ctx.keyUse.flush()
  })
  every(SWEEP_MS, async () => {
    await deleteOldAnswers(ctx.db, ctx.now() - ANSWERS_KEPT_MS)
    await deleteOldWindows(ctx.database.limits, ctx.now() - WINDOWS_KEPT_MS)
    await deleteOver(ctx.db, ctx.now())
    await sweepNotifications(ctx, signal)
  })

  function every(ms: number, work: () => Promise<void>): void {
    let running = false
    const timer = setInterval(() => {
      if (running) return
      running = true
      work()
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'upkeep failed, it is tried again'))
        .finally(() => (running = false))
    }, ms)
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  }
}
