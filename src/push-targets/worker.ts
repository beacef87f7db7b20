import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { failureLog } from '../counted-warning.ts'
import { eachAlone, eachStep } from '../db/each-alone.ts'
import { eachFound } from '../publishers/each-found.ts'
import { CLAIM_MS } from './apply-steps.ts'
import { claimDueTargets, listDuePublishers } from './claim-store.ts'
import { followChanges, waitForFollower } from './follow-changes.ts'
import { createPaces } from './paces.ts'
import type { PushContext } from './push-context.ts'
import { createRequestCounter } from './request-counter.ts'
import { runTurn } from './turn.ts'

/** The interval at which changes are looked for. */
const LOOK_MS = 500
/** Targets that a process works on at the same time: the whole pace, with responses that take half a second. */
const AT_ONCE = 96

type WorkerContext = Omit<PushContext, 'paceOf' | 'stopping'> & Pick<AppContext, 'database'>

/**
 * Keeps calendars at providers equal to what they show, until the signal fires. Any number of processes may do it
 * beside each other. Without the installation's credentials too: publishers may have their own.
 */
export async function runPushTargets(ctx: WorkerContext, signal: AbortSignal): Promise<void> {
  const counter = createRequestCounter(ctx.db, ctx.now)
  const paceOf = createPaces(ctx.database.limits, ctx.now, signal, counter)
  const pushing: PushContext = { ...ctx, paceOf, stopping: signal }
  const running = new Set<Promise<void>>()
  const tellFailure = failureLog(ctx.log, 'calendars at providers could not be looked at, trying again')
  await waitForFollower(ctx.db, signal, tellFailure)
  for (let lastLook = -Infinity; !signal.aborted;) {
    const began = performance.now()
    const look = [() => followChanges(ctx.db, ctx.now(), signal), () => counter.flush()]
    const isTime = began - lastLook >= LOOK_MS
    if (isTime) lastLook = began
    // Each alone: one publisher's node may be away.
    await eachStep([...(isTime ? look : []), () => startDue(pushing, running)]).catch(tellFailure)
    const rest = Math.max(0, LOOK_MS - (performance.now() - began))
    const wake = new AbortController()
    const waited = sleep(rest, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => {})
    // With all places taken, the next to be free is worth a look.
    await (running.size < AT_ONCE ? waited : Promise.race([waited, ...running]))
    wake.abort()
  }
  await Promise.all(running)
  await counter.flush().catch((error: unknown) => ctx.log.warn({ err: error }, 'requests were not counted'))
}

/** Starts turns in the free places, as many for each publisher. */
async function startDue(ctx: PushContext, running: Set<Promise<void>>): Promise<void> {
  const publisherIds: number[] = []
  const find = () =>
    eachFound(
      ctx.db,
      ctx.stopping,
      (only) => listDuePublishers(ctx.db, ctx.now(), only),
      async (id) => publisherIds.push(id),
    )
  const start = async ([i, publisherId]: [number, number]) => {
    const free = AT_ONCE - running.size
    if (free <= 0) return
    const limit = Math.ceil(free / (publisherIds.length - i))
    const now = ctx.now()
    for (const target of await claimDueTargets(ctx.db, publisherId, { limit, now, until: now + CLAIM_MS })) {
      const turn: Promise<void> = runTurn(ctx, target).finally(() => running.delete(turn))
      running.add(turn)
    }
  }
  await eachStep([find, () => eachAlone(shuffled(publisherIds).entries(), start)])
}

/** In a random order: with more publishers than places, each gets its turn. */
function shuffled<T>(list: T[]): T[] {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
