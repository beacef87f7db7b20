import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { failureLog } from '../counted-warning.ts'
import type { Db } from '../db/database.ts'
import { eachAlone, eachStep } from '../db/each-alone.ts'
import { GatheredWriter } from '../db/gathered-writer.ts'
import { countDelivery, type Meters } from '../metrics/meters.ts'
import { pause } from '../pause.ts'
import { eachFound } from '../publishers/each-found.ts'
import { type AttemptContext, attemptDelivery, isGone } from './attempt-delivery.ts'
import type { Callback } from './callback.ts'
import { findCallback, switchCallbackOff } from './callback-store.ts'
import type { Claim, Outcome } from './delivery.ts'
import { claimDeliveries, type DueCallback, listDueCallbacks, recordOutcomes } from './delivery-queue.ts'
import { DeliverySlots } from './delivery-slots.ts'
import { createRescheduler } from './reschedule.ts'

/** The interval at which the database is queried for due deliveries: the longest delay of a first attempt. */
const POLL_MS = 500
/** Publishers that are asked at a time for what is due while a node is away. There may be thousands. */
const LOOKS_AT_ONCE = 4
/** The time for which a worker owns a delivery. It is well beyond the longest attempt. */
const CLAIM_MS = 15_000

export interface WorkerContext extends AttemptContext {
  db: Db
  log: Logger
  meters: Pick<Meters, 'deliveries'>
}

/**
 * Sends due deliveries until the signal fires, and resolves when the ones under way are finished. Any number of
 * workers may share a database. A delivery is in memory only while it is under way.
 */
export async function runDeliveryWorker(ctx: WorkerContext, signal: AbortSignal): Promise<void> {
  const slots = new DeliverySlots()
  const underWay = new Set<Promise<void>>()
  const outcomes = new GatheredWriter<Outcome>(ctx.db, recordOutcomes, ({ claim }) => claim.publisherId)
  const rescheduleIfClockSetBack = createRescheduler(ctx)
  const tellFailure = failureLog(ctx.log, 'deliveries could not be started, trying again')
  /** The claims under way, by delivery. */
  const claimed = new Map<string, Claim>()
  /** The callbacks that had due deliveries at the latest query. */
  const due = new Map<string, DueCallback>()
  let lookAgainAt = 0
  let looking: Promise<void> | undefined
  /** Aborted to end the pause between two rounds: there may be more to start, or the worker has to stop. */
  let waking = new AbortController()
  signal.addEventListener('abort', () => waking.abort())

  while (!signal.aborted) {
    look()
    await startDue().catch(tellFailure)
    const rest = looking ? POLL_MS : Math.max(0, lookAgainAt - performance.now())
    await sleep(rest, undefined, { signal: waking.signal }).catch(() => {})
    waking = new AbortController()
  }
  await Promise.all([looking, ...underWay])

  /**
   * Finds the callbacks with due deliveries, if it is time to. Nobody waits for it: while a node is away it asks one
   * publisher after the other, and what is found meanwhile has to start.
   */
  function look(): void {
    if (looking || performance.now() < lookAgainAt) return
    lookAgainAt = performance.now() + POLL_MS
    looking = eachStep([rescheduleIfClockSetBack, lookForDue])
      .catch(tellFailure)
      .finally(() => {
        looking = undefined
        waking.abort()
      })
  }

  async function lookForDue(): Promise<void> {
    await eachFound(
      ctx.db,
      signal,
      (id) => listDueCallbacks(ctx.db, ctx.now(), id),
      async (callback) => due.set(callback.callbackId, callback),
      LOOKS_AT_ONCE,
    )
  }

  /** Starts as many due deliveries as there are free slots. */
  async function startDue(): Promise<void> {
    await eachAlone([...due.values()], async (callback) => {
      if (slots.freeOnAnyHost(callback, othersWait(callback)) === 0) return
      // SQLite answers without yielding to the event loop. Without this, requests would wait for all callbacks.
      await pause()
      if (signal.aborted) return
      let then: 'nothing' | 'waits' | 'more' = 'nothing'
      try {
        then = await startSome(callback)
      } finally {
        // A callback that got slots goes to the end of the list; one that waits for slots keeps its place, as does one
        // that a look has found anew.
        if (then !== 'waits' && due.get(callback.callbackId) === callback) due.delete(callback.callbackId)
        if (then === 'more') due.set(callback.callbackId, callback)
      }
    })
  }

  /** True if another publisher has a due delivery and free slots for it. */
  function othersWait({ publisherId }: DueCallback): boolean {
    for (const other of due.values()) {
      if (other.publisherId !== publisherId && slots.halfFree(other)) return true
    }
    return false
  }

  /**
   * Starts as many deliveries of a callback as there are free slots. Returns `waits` if there are none, and `more`
   * if the callback may have further due deliveries.
   */
  async function startSome(dueCallback: DueCallback): Promise<'nothing' | 'waits' | 'more'> {
    const { publisherId, callbackId } = dueCallback
    const callback = await findCallback(ctx.db, publisherId, callbackId)
    if (!callback?.active) return 'nothing'
    const free = slots.free(callback, othersWait(dueCallback))
    if (free === 0) return 'waits'
    const now = ctx.now()
    const claims = await claimDeliveries(ctx.db, publisherId, callbackId, free, now, now + CLAIM_MS)
    for (const claim of claims) {
      const own = claimed.get(claim.id)
      // The clock was set forward past our own claim, so the delivery that we are sending seemed unclaimed.
      if (own) own.claimedUntil = claim.claimedUntil
      else start(callback, claim)
    }
    return claims.length === free ? 'more' : 'nothing'
  }

  function start(callback: Callback, claim: Claim): void {
    const release = slots.take(callback)
    claimed.set(claim.id, claim)
    const delivery = deliver(callback, claim, release)
      .catch((error: unknown) =>
        ctx.log.error({ err: error, delivery: claim.id }, 'delivery could not be recorded'),
      )
      .finally(() => {
        underWay.delete(delivery)
        claimed.delete(claim.id)
      })
    underWay.add(delivery)
  }

  async function deliver(
    callback: Callback,
    claim: Claim,
    release: (durationMs: number) => void,
  ): Promise<void> {
    let outcome: Outcome | undefined
    try {
      outcome = await attemptDelivery(ctx, callback, claim)
    } finally {
      release(outcome?.attempt.durationMs ?? 0)
      waking.abort()
    }
    await outcomes.write(outcome)
    countDelivery(ctx.meters, outcome.state)
    if (isGone(outcome)) await switchCallbackOff(ctx.db, callback, ctx.now())
  }
}
