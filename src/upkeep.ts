import { setImmediate as breathe } from 'node:timers/promises'
import { createRestoreWatch } from './backup/notice-restore.ts'
import type { AppContext } from './context.ts'
import { deleteOldAnswers } from './events/batch-answer-store.ts'
import { deleteOldCutFeeds } from './feeds/cut-feeds.ts'
import { foldFigures } from './figures/fold-figures.ts'
import { sweepImages } from './images/sweep-images.ts'
import { sweepMails } from './mail/forget-mails.ts'
import { sweepRequests } from './publishers/request-log-sweep.ts'
import { deleteOldWindows } from './publishers/request-window.ts'
import { deleteOldNonces, NONCE_KEPT_MS } from './publishers/used-nonce.ts'
import { finishErasures } from './subscribers/finish-erasures.ts'
import { sweepErased } from './subscribers/sweep-erased.ts'
import { sweepAudit } from './users/audit-sweep.ts'
import { deleteOver } from './users/session-store.ts'
import { sweepNotifications } from './webhooks/sweep.ts'

const FLUSH_MS = 2000
const SWEEP_MS = 3_600_000
const ERASURES_MS = 60_000
const REQUESTS_SWEEP_MS = 600_000
const NONCES_SWEEP_MS = 60_000
const ANSWERS_KEPT_MS = 24 * 3_600_000
const WINDOWS_KEPT_MS = 3_600_000

/**
 * Writes what is gathered in memory and forgets what is old, until the signal fires. `sweeps`: whether this
 * process is the one that forgets, for all that run beside it.
 */
export function startUpkeep(ctx: AppContext, signal: AbortSignal, { sweeps } = { sweeps: true }): void {
  every(FLUSH_MS, async () => {
    await ctx.feedReads.flush()
    await ctx.cutFeeds.flush()
    await ctx.figures.flush()
    await ctx.keyUse.flush()
  })
  every(
    FLUSH_MS,
    createRestoreWatch(ctx, () => process.kill(process.pid, 'SIGTERM')),
  )
  let dropped = 0
  every(FLUSH_MS, async () => {
    const { requestLog } = ctx
    await requestLog.flush().finally(() => {
      if (requestLog.dropped > dropped)
        ctx.log.warn({ requests: requestLog.dropped - dropped }, 'requests are missing in the request log')
      dropped = requestLog.dropped
    })
  })
  if (!sweeps) return
  every(REQUESTS_SWEEP_MS, () => sweepRequests(ctx, signal))
  every(NONCES_SWEEP_MS, async () => {
    while (!signal.aborted && (await deleteOldNonces(ctx.database.limits, ctx.now() - NONCE_KEPT_MS)))
      await breathe()
  })
  every(ERASURES_MS, () => finishErasures(ctx, signal))
  every(SWEEP_MS, async () => {
    await deleteOldAnswers(ctx.db, ctx.now() - ANSWERS_KEPT_MS)
    await deleteOldWindows(ctx.database.limits, ctx.now() - WINDOWS_KEPT_MS)
    await deleteOldCutFeeds(ctx.db, ctx.now())
    await deleteOver(ctx.db, ctx.now())
    await sweepNotifications(ctx, signal)
    await sweepImages(ctx, signal)
    await sweepErased(ctx, signal)
    await sweepAudit(ctx, signal)
    await foldFigures(ctx, signal)
    await sweepMails(ctx.config.mail.folder, ctx.now())
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
