import { setTimeout as sleep } from 'node:timers/promises'
import { prolongClaim } from './claim-store.ts'
import type { Step } from './plan.ts'
import {
  type Access,
  type FoundCalendar,
  type Operation,
  type Outcome,
  type Provider,
  ProviderError,
} from './provider.ts'
import type { PushContext } from './push-context.ts'
import type { ClaimedTarget } from './target.ts'
import { readShown, type ShownEvent, type View } from './view.ts'

/** Another process has the target, or somebody changed it. */
export class ClaimLost extends Error {}

/** A claim lasts so long, and is prolonged before each batch when less is left than the second. */
export const CLAIM_MS = 300_000
const PROLONG_MS = 200_000
/** Times that a step is tried again in one turn, and the longest wait between two of them. */
const MOST_TRIES = 6
const LONGEST_WAIT_MS = 64_000

interface Work {
  target: ClaimedTarget
  provider: Provider
  access: Access
  view: View
}

interface Pending extends Step {
  tries: number
}

/**
 * Writes events, or deletes those that are not shown, one batch after the other. Each is read just before, so that what
 * is written is never older than the history. Returns when all are final: how many were written, and the last refusal,
 * which is about one event alone. `work.target` gets a longer claim.
 */
export async function applySteps(
  ctx: PushContext,
  work: Work,
  steps: Step[],
): Promise<{ written: number; refused: string | null }> {
  let queue: Pending[] = steps.map((step) => ({ ...step, tries: 0 }))
  let alone: Pending[] = []
  let written = 0
  let refused: string | null = null
  while (queue.length > 0 || alone.length > 0) {
    ctx.stopping.throwIfAborted()
    await prolong(ctx, work)
    const batch = queue.length > 0 ? queue.splice(0, work.provider.batchSize) : alone.splice(0, 1)
    const { again, apart, done, refusals } = await writeBatch(ctx, work, batch)
    written += done
    for (const { id, message } of refusals) {
      refused = message
      ctx.log.warn({ event: id, target: work.target.id, message }, 'an event was refused by a provider')
    }
    queue = [...again, ...queue]
    alone = [...alone, ...apart]
    await backOff(ctx, work, [...again, ...apart])
  }
  return { written, refused }
}

async function prolong({ db, now }: PushContext, { target }: Work): Promise<void> {
  if (target.leaseUntil - now() > PROLONG_MS) return
  const prolonged = await prolongClaim(db, target, now() + CLAIM_MS)
  if (!prolonged) throw new ClaimLost()
  target.leaseUntil = prolonged.leaseUntil
}

async function writeBatch(ctx: PushContext, { target, provider, access, view }: Work, batch: Pending[]) {
  const shown = await readShown(
    ctx,
    view,
    batch.map(({ id }) => id),
  )
  // An event that is neither shown nor there needs nothing.
  const steps = batch.filter(({ id, there }) => shown.has(id) || there !== false)
  const operations = steps.map((step) => operationOf(step, shown.get(step.id), target))
  const remoteId = target.remoteCalendarId!
  const outcomes = operations.length > 0 ? await provider.write(access, remoteId, operations) : []
  let found: FoundCalendar | undefined
  const result = { again: [] as Pending[], apart: [] as Pending[], done: 0, refusals: [] as Refusal[] }
  for (const [i, step] of steps.entries()) {
    const next = { ...step, tries: step.tries + 1 }
    const outcome: Outcome = outcomes[i] ?? 'busy'
    if (outcome === 'done') result.done++
    else if (typeof outcome === 'object') result.refusals.push({ id: step.id, message: outcome.refused })
    else if (outcome === 'exists') result.again.push({ ...next, there: true })
    else if (outcome === 'missing') {
      const { method } = operations[i]!
      // An update that misses is followed by an insert, which tells.
      if (method !== 'update' && !found) found = await provider.findCalendar(access, remoteId)
      if (method !== 'update' && !found) throw new ProviderError('gone', 'The calendar is not there any more')
      if (method === 'delete') result.done++
      else result.again.push({ ...next, there: false })
    } else if (outcome === 'conflict') result.apart.push(next)
    else result.again.push({ ...next, busy: true } as Pending)
  }
  if (result.again.concat(result.apart).some(({ tries }) => tries > MOST_TRIES))
    throw new ProviderError('busy', 'The provider took some events not even after several tries')
  return result
}

interface Refusal {
  id: string
  message: string
}

function operationOf(
  { id, there }: Step,
  event: ShownEvent | undefined,
  { lastOkAt }: ClaimedTarget,
): Operation {
  if (!event) return { method: 'delete', event: { id } }
  // A guess: a wrong one costs a second request.
  const isNew = there === undefined ? event.created > (lastOkAt ?? 0) : !there
  return { method: isNew ? 'insert' : 'update', event }
}

/** Waits `min(64 s, 2^n + random)` before parts that the provider was too busy for. */
async function backOff({ stopping }: PushContext, { provider }: Work, again: Pending[]): Promise<void> {
  const busy = again.filter((step) => 'busy' in step)
  if (busy.length === 0) return
  const tries = Math.max(...busy.map((step) => step.tries))
  await sleep(waitAfter(tries, provider.limits.backOffMs), undefined, { signal: stopping })
}

/** Returns how long to wait after so many failures in a row, in milliseconds. */
export function waitAfter(failures: number, backOffMs: number): number {
  return Math.min(LONGEST_WAIT_MS, backOffMs * 2 ** (failures - 1) + Math.random() * backOffMs)
}
