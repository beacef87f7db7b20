import { sweepAlerts } from './alerts/sweep-alerts.ts'
import { ALERTS_MS, createAlerts } from './alerts/tell-of-changes.ts'
import { createRestoreWatch } from './backup/restore-watch.ts'
import type { AppContext } from './context.ts'
import { deleteOldAnswers } from './events/batch-answer-store.ts'
import { sweepChanges } from './events/event-change-store.ts'
import { deleteOldCutFeeds } from './feeds/cut-feeds.ts'
import { sweepImages } from './images/sweep-images.ts'
import { deleteOldWindows } from './limits/request-window.ts'
import { sweepMails } from './mail/forget-mails.ts'
import { pause } from './pause.ts'
import { finishErasures } from './personal-data/finish-erasures.ts'
import { sweepErased } from './personal-data/sweep-erased.ts'
import { createReachKeeper } from './reach/keep-reach.ts'
import { sweepReach } from './reach/sweep-reach.ts'
import { sweepRequests } from './request-log/request-log-sweep.ts'
import { createSeriesKeeper } from './series/keep-series.ts'
import { deleteOldNonces, NONCE_KEPT_MS } from './signing/used-nonce.ts'
import { createSourceReader, SOURCES_MS } from './sources/read-due-sources.ts'
import { foldStatistics } from './statistics/fold-statistics.ts'
import { sweepEmailChanges } from './subscribers/sweep-email-changes.ts'
import { sweepPendingLinks } from './subscribers/sweep-pending-links.ts'
import { sweepAudit } from './users/audit-sweep.ts'
import { deleteExpiredSessions } from './users/session-store.ts'
import { sweepNotifications } from './webhooks/notification-store.ts'

const FLUSH_MS = 2000
const SWEEP_MS = 3_600_000
const SERIES_MS = 3_600_000
const ERASURES_MS = 60_000
const REACH_MS = 60_000
const REQUESTS_SWEEP_MS = 600_000
const NONCES_SWEEP_MS = 60_000
const ANSWERS_KEPT_MS = 24 * 3_600_000
/** The longest window is a day. */
const WINDOWS_KEPT_MS = 24 * 3_600_000

/**
 * Writes the counts that are in memory, and deletes old data, until the signal is aborted. `sweeps`: true for
 * the one process that deletes.
 */
export function startUpkeep(ctx: AppContext, signal: AbortSignal, { sweeps } = { sweeps: true }): void {
  every(FLUSH_MS, async () => {
    await ctx.feedReads.flush()
    await ctx.cutFeeds.flush()
    await ctx.clicks.flush()
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
      await pause()
  })
  every(ERASURES_MS, () => finishErasures(ctx, signal))
  every(REACH_MS, createReachKeeper(ctx, signal))
  every(ALERTS_MS, createAlerts(ctx, signal))
  every(SERIES_MS, createSeriesKeeper(ctx, signal))
  every(SOURCES_MS, createSourceReader(ctx, signal))
  every(SWEEP_MS, async () => {
    await deleteOldAnswers(ctx.db, ctx.now() - ANSWERS_KEPT_MS)
    await deleteOldWindows(ctx.database.limits, ctx.now() - WINDOWS_KEPT_MS)
    await deleteOldCutFeeds(ctx.db, ctx.now())
    await deleteExpiredSessions(ctx.db, ctx.now())
    await sweepNotifications(ctx, signal)
    await sweepImages(ctx, signal)
    await sweepErased(ctx, signal)
    await sweepPendingLinks(ctx, signal)
    await sweepEmailChanges(ctx, signal)
    await sweepAudit(ctx, signal)
    await sweepChanges(ctx, signal)
    await sweepReach(ctx, signal)
    await sweepAlerts(ctx, signal)
    await foldStatistics(ctx, signal)
    await sweepMails(ctx.config.mail.folder, ctx.now())
  })

  function every(ms: number, work: () => Promise<void>): void {
    let running = false
    const timer = setInterval(() => {
      if (running) return
      running = true
      work()
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'upkeep failed and will be retried'))
        .finally(() => (running = false))
    }, ms)
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  }
}
