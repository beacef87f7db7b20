import { sweepAlerts } from './alerts/sweep-alerts.ts'
import { ALERTS_MS, createAlerts } from './alerts/tell-of-changes.ts'
import { createRestoreWatch } from './backup/restore-watch.ts'
import type { AppContext } from './context.ts'
import { failureLog } from './counted-warning.ts'
import { eachAlone, eachStep } from './db/each-alone.ts'
import { deleteOldAnswers } from './events/batch-answer-store.ts'
import { sweepChanges } from './events/event-change-store.ts'
import { deleteOldCutFeeds } from './feeds/cut-feeds.ts'
import { sweepImages } from './images/sweep-images.ts'
import { deleteOldWindows } from './limits/request-window.ts'
import { sweepMails } from './mail/forget-mails.ts'
import { pause } from './pause.ts'
import { finishErasures } from './personal-data/finish-erasures.ts'
import { sweepErased } from './personal-data/sweep-erased.ts'
import { overAll } from './publishers/each-found.ts'
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
import { deleteExpiredRegistrations } from './web-push/push-registration-store.ts'
import { sweepNotifications } from './webhooks/notification-store.ts'

const FLUSH_MS = 2000
const SWEEP_MS = 3_600_000
const SERIES_MS = 3_600_000
const ERASURES_MS = 60_000
const REACH_MS = 60_000
const REQUESTS_SWEEP_MS = 600_000
const NONCES_SWEEP_MS = 60_000
const REGISTRATIONS_SWEEP_MS = 60_000
const ANSWERS_KEPT_MS = 24 * 3_600_000
/** The longest window is a day. */
const WINDOWS_KEPT_MS = 24 * 3_600_000

/**
 * Writes the counts that are in memory, and deletes old data, until the signal is aborted. Each task fails alone, and
 * within it each publisher. `duties.sweeps`: true for the one process that deletes.
 */
export function startUpkeep(ctx: AppContext, signal: AbortSignal, duties = { sweeps: true }): void {
  const counters = [ctx.feedReads, ctx.cutFeeds, ctx.clicks, ctx.keyUse]
  let uncounted = 0
  every(FLUSH_MS, async () => {
    await eachAlone(counters, (counter) => counter.flush())
    const reads = ctx.feedReads.dropped
    if (reads > uncounted) ctx.log.warn({ reads: reads - uncounted }, 'reads of feeds were not counted')
    uncounted = reads
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
  if (!duties.sweeps) return
  every(REQUESTS_SWEEP_MS, () => sweepRequests(ctx, signal))
  every(
    NONCES_SWEEP_MS,
    forgetting(async (only) => {
      const before = ctx.now() - NONCE_KEPT_MS
      while (!signal.aborted && (await deleteOldNonces(ctx.database.limits, before, only))) await pause()
    }),
  )
  every(
    REGISTRATIONS_SWEEP_MS,
    forgetting((only) => deleteExpiredRegistrations(ctx.db, ctx.now(), only)),
  )
  every(ERASURES_MS, () => finishErasures(ctx, signal))
  every(REACH_MS, createReachKeeper(ctx, signal))
  every(ALERTS_MS, createAlerts(ctx, signal))
  every(SERIES_MS, createSeriesKeeper(ctx, signal))
  every(SOURCES_MS, createSourceReader(ctx, signal))
  const sweeps: (() => Promise<unknown>)[] = [
    forgetting((only) => deleteOldAnswers(ctx.db, ctx.now() - ANSWERS_KEPT_MS, only)),
    forgetting((only) => deleteOldWindows(ctx.database.limits, ctx.now() - WINDOWS_KEPT_MS, only)),
    forgetting((only) => deleteOldCutFeeds(ctx.db, ctx.now(), only)),
    forgetting((only) => deleteExpiredSessions(ctx.db, ctx.now(), only)),
    () => sweepNotifications(ctx, signal),
    () => sweepImages(ctx, signal),
    () => sweepErased(ctx, signal),
    () => sweepPendingLinks(ctx, signal),
    () => sweepEmailChanges(ctx, signal),
    () => sweepAudit(ctx, signal),
    () => sweepChanges(ctx, signal),
    () => sweepReach(ctx, signal),
    () => sweepAlerts(ctx, signal),
    () => foldStatistics(ctx, signal),
    () => sweepMails(ctx.config.mail.folder, ctx.now()),
  ]
  every(SWEEP_MS, () => eachStep(sweeps))

  /** Returns a task that deletes over all publishers. `forget`: of one publisher, or without an id of all. */
  function forgetting(forget: (only?: number) => Promise<unknown>): () => Promise<void> {
    return () => overAll(ctx.db, signal, forget)
  }

  function every(ms: number, work: () => Promise<void>): void {
    const tellFailure = failureLog(ctx.log, 'upkeep failed and will be retried')
    let running = false
    const timer = setInterval(() => {
      if (running) return
      running = true
      work()
        .catch(tellFailure)
        .finally(() => (running = false))
    }, ms)
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  }
}
