import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { type AttemptContext, attemptDelivery, isGone } from './attempt-delivery.ts'
import type { Callback } from './callback.ts'
import { getCallback, switchCallbackOff } from './callback-store.ts'
import type { Claim, Outcome } from './delivery.ts'
import { claimDeliveries, type DueCallback, listDueCallbacks, recordOutcomes } from './delivery-queue.ts'
import { Room } from './room.ts'
import { transactLightly } from './transact-lightly.ts'

/** How often the database is asked what is due: the longest a new delivery waits for its first attempt. */
const POLL_MS = 500
/** How long a worker has a delivery to itself; well beyond the longest attempt. */
const CLAIM_MS = 15_000

export interface WorkerContext extends AttemptContext {
  db: Db
  log: Logger
}

/**
 * Delivers what is due until the signal fires, then finishes what it has begun; resolves after that. Any
 * number of workers may share a database. A delivery is in memory only while it is under way.
 */
export async function runDeliveryWorker(ctx: WorkerContext, signal: AbortSignal): Promise<void> {
  const room = new Room()
  const underWay = new Set<Promise<void>>()
  const outcomes = new OutcomeWriter(ctx)

  /** Callbacks that have deliveries due, as far as we know. */
  const due = new Map<string, DueCallback>()
  let lookAgainAt = 0

  while (!signal.aborted) {
    await startDue().catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'no deliveries, it is tried again'),
    )
    const pause = sleep(POLL_MS, undefined, { signal }).catch(() => {})
    // Where there was no room for all, the next place that gets free is reason enough to go on.
    await (due.size > 0 ? Promise.race([pause, ...underWay]) : pause)
  }
  await Promise.all(underWay)

  /** Starts as many due deliveries as there is room for. */
  async function startDue(): Promise<void> {
    if (performance.now() >= lookAgainAt) {
      for (const callback of await listDueCallbacks(ctx.db, ctx.now())) due.set(callback.callbackId, callback)
      lookAgainAt = performance.now() + POLL_MS
    }
    for (const { publisherId, callbackId } of due.values()) {
      // SQLite answers within our own turn of the event loop: without this, requests would wait for all callbacks.
      await nextTurn()
      const callback = await getCallback(ctx.db, publisherId, callbackId)
      const left = callback.active ? room.left(callback) : 0
      const now = ctx.now()
      const claims =
        left > 0 ? await claimDeliveries(ctx.db, publisherId, callbackId, left, now, now + CLAIM_MS) : []
      for (const claim of claims) start(callback, claim)
      if (claims.length < left || !callback.active) due.delete(callbackId)
    }
  }

  function start(callback: Callback, claim: Claim): void {
    room.enter(callback)
    const delivery = deliver(callback, claim)
      .catch((error: unknown) =>
        ctx.log.error({ err: error, delivery: claim.id }, 'delivery could not be recorded'),
      )
      .finally(() => underWay.delete(delivery))
    underWay.add(delivery)
  }

  async function deliver(callback: Callback, claim: Claim): Promise<void> {
    let outcome: Outcome | undefined
    try {
      outcome = await attemptDelivery(ctx, callback, claim)
    } finally {
      room.leave(callback, outcome?.attempt.error !== 'timed out')
    }
    await outcomes.write(outcome)
    if (isGone(outcome)) await switchCallbackOff(ctx.db, callback, ctx.now())
  }
}

/** Writes outcomes together: all that came in while the ones before were being written. */
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
        .then(() => {
          const outcomes = this.#waiting.splice(0)
          return transactLightly(this.#db, (tx) => recordOutcomes(tx, outcomes))
        })
    }
    return this.#writing
  }
}
