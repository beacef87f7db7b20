import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { Meters } from '../metrics/meters.ts'
import { type AttemptContext, attemptDelivery, isGone } from './attempt-delivery.ts'
import { Bell } from './bell.ts'
import type { Callback } from './callback.ts'
import { findCallback, switchCallbackOff } from './callback-store.ts'
import type { Claim, Outcome } from './delivery.ts'
import { claimDeliveries, type DueCallback, listDueCallbacks, recordOutcomes } from './delivery-queue.ts'
import { createRecall } from './recall.ts'
import { Room } from './room.ts'
import { transactLightly } from './transact-lightly.ts'

/** How often the database is asked what is due: the longest a new delivery waits for its first attempt. */
const POLL_MS = 500
/** How long a worker has a delivery to itself; well beyond the longest attempt. */
const CLAIM_MS = 15_000
/** How long outcomes wait for others to be written with: many share pages, and the database writes whole pages. */
const GATHER_MS = 20

export interface WorkerContext extends AttemptContext {
  db: Db
  log: Logger
  meters: Pick<Meters, 'deliveries'>
}

/**
 * Delivers what is due until the signal fires, then finishes what it has begun; resolves after that. Any
 * number of workers may share a database. A delivery is in memory only while it is under way.
 */
export async function runDeliveryWorker(ctx: WorkerContext, signal: AbortSignal): Promise<void> {
  const room = new Room()
  const underWay = new Set<Promise<void>>()
  const outcomes = new OutcomeWriter(ctx)
  const recallWhenSetBack = createRecall(ctx)
  /** What is under way, by delivery. */
  const claimed = new Map<string, Claim>()

  /** Callbacks that have deliveries due, as far as we know. */
  const due = new Map<string, DueCallback>()
  let lookAgainAt = 0
  /** Rings when a place gets free, and when it is time to stop. */
  const bell = new Bell()
  signal.addEventListener('abort', () => bell.ring())

  while (!signal.aborted) {
    await startDue().catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'no deliveries, it is tried again'),
    )
    await bell.wait(Math.max(0, lookAgainAt - performance.now()))
  }
  await Promise.all(underWay)

  /** Starts as many due deliveries as there is room for. */
  async function startDue(): Promise<void> {
    if (performance.now() >= lookAgainAt) {
      lookAgainAt = performance.now() + POLL_MS
      await recallWhenSetBack()
      for (const callback of await listDueCallbacks(ctx.db, ctx.now())) due.set(callback.callbackId, callback)
    }
    for (const callback of [...due.values()]) {
      if (room.leftFor(callback, othersWait(callback)) === 0) continue
      // SQLite answers within our own turn of the event loop: without this, requests would wait for all callbacks.
      await nextTurn()
      if (signal.aborted) return
      let then: 'nothing' | 'waits' | 'more' = 'nothing'
      try {
        then = await startSome(callback)
      } finally {
        // A publisher that got places comes last the next time; one that has to wait keeps its turn.
        if (then !== 'waits') due.delete(callback.callbackId)
        if (then === 'more') due.set(callback.callbackId, callback)
      }
    }
  }

  /** True if another publisher has something due that its own callbacks have room for. */
  function othersWait({ publisherId }: DueCallback): boolean {
    for (const other of due.values()) {
      if (other.publisherId !== publisherId && room.hasPlaces(other)) return true
    }
    return false
  }

  /** Starts as many of a callback's as there is room for; tells whether it waits for room or may have more due. */
  async function startSome(place: DueCallback): Promise<'nothing' | 'waits' | 'more'> {
    const { publisherId, callbackId } = place
    const callback = await findCallback(ctx.db, publisherId, callbackId)
    if (!callback?.active) return 'nothing'
    const left = room.left(callback, othersWait(place))
    if (left === 0) return 'waits'
    const now = ctx.now()
    const claims = await claimDeliveries(ctx.db, publisherId, callbackId, left, now, now + CLAIM_MS)
    for (const claim of claims) {
      const own = claimed.get(claim.id)
      // The clock was set forward past our own claim, and what we are at seemed to be nobody's.
      if (own) own.claimedUntil = claim.claimedUntil
      else start(callback, claim)
    }
    return claims.length === left ? 'more' : 'nothing'
  }

  function start(callback: Callback, claim: Claim): void {
    const leave = room.enter(callback)
    claimed.set(claim.id, claim)
    const delivery = deliver(callback, claim, leave)
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
    leave: (durationMs: number) => void,
  ): Promise<void> {
    let outcome: Outcome | undefined
    try {
      outcome = await attemptDelivery(ctx, callback, claim)
    } finally {
      leave(outcome?.attempt.durationMs ?? 0)
      bell.ring()
    }
    await outcomes.write(outcome)
    ctx.meters.deliveries[outcome.state === 'waiting' ? 'retried' : outcome.state]++
    if (isGone(outcome)) await switchCallbackOff(ctx.db, callback, ctx.now())
  }
}

/** Writes outcomes together: all that came in a little while and while the ones before were being written. */
class OutcomeWriter {
  readonly #db: Db
  #waiting: Outcome[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor({ db }: { db: Db }) {
    this.#db = db
  }

  write(outcome: Outcome): Promise<void> {
    this.#waiting.push(outcome)
    if (this.#waiting.length === 1) {
      this.#writing = this.#writing
        .catch(() => {}) // told to those whose outcomes they were
        .then(() => sleep(GATHER_MS))
        .then(() => {
          const outcomes = this.#waiting.splice(0)
          return transactLightly(this.#db, (tx) => recordOutcomes(tx, outcomes))
        })
    }
    return this.#writing
  }
}
