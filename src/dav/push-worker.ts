import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { hasNearMove } from '../events/event-change-store.ts'
import {
  claimDue,
  deleteExpired,
  deleteRegistration,
  type DueRegistration,
  listFollowed,
  markChanged,
  recordTold,
} from '../web-push/push-registration-store.ts'
import { openAccount } from './account.ts'
import { findCollection } from './collection.ts'
import { topicOf, writePushMessage } from './push-message.ts'
import { currentToken } from './sync-token.ts'

/** The interval at which changes are looked for, and messages sent: at most so many in each. */
const LOOK_MS = 1000
const MOST_A_LOOK = 500
/** Messages under way at once. */
const AT_ONCE = 50
const CLAIM_MS = 60_000
const TTL_SECONDS = 86_400
/** Waits before further attempts. */
const RETRY_MS = [30_000, 120_000, 600_000, 3_600_000]
const DAY_MS = 86_400_000
/** Looks between two deletions of what has expired. */
const EXPIRY_LOOKS = 60

type WorkerContext = Pick<
  AppContext,
  'db' | 'now' | 'log' | 'config' | 'links' | 'feeds' | 'publicCalendars' | 'webPush'
>

/**
 * Tells devices that a calendar of their account changed, until the signal fires. Any number of processes may do it
 * beside each other.
 */
export async function runPushWorker(ctx: WorkerContext, signal: AbortSignal): Promise<void> {
  for (let look = 0; !signal.aborted; look++) {
    const began = performance.now()
    try {
      if (look % EXPIRY_LOOKS === 0) await deleteExpired(ctx.db, ctx.now())
      await tellOfChanges(ctx, signal)
    } catch (error) {
      ctx.log.warn({ err: error }, 'devices could not be told of changes, trying again')
    }
    const rest = Math.max(0, LOOK_MS - (performance.now() - began))
    await sleep(rest, undefined, { signal }).catch(() => {})
  }
}

async function tellOfChanges(ctx: WorkerContext, signal: AbortSignal): Promise<void> {
  for (const followed of await listFollowed(ctx.db))
    await transact(ctx.db, (tx) => markChanged(tx, followed, ctx.now()))
  const now = ctx.now()
  const due = await claimDue(ctx.db, MOST_A_LOOK, now, now + CLAIM_MS)
  const urgent = new Map<string, Promise<boolean>>()
  for (let from = 0; from < due.length && !signal.aborted; from += AT_ONCE)
    await Promise.all(
      due
        .slice(from, from + AT_ONCE)
        .map((one) =>
          tell(ctx, one, urgent).catch((error: unknown) =>
            ctx.log.error({ err: error, registration: one.id }, 'a device could not be told of a change'),
          ),
        ),
    )
}

/** `urgent`: whether something moves soon, by calendar and revision; one answer serves all its devices. */
async function tell(
  ctx: WorkerContext,
  registration: DueRegistration,
  urgent: Map<string, Promise<boolean>>,
): Promise<void> {
  const {
    publisherId,
    subscriberId: id,
    linkNumber: number,
    collection: name,
    calendarId,
    told,
  } = registration
  const target = { publisherId, id, number }
  const account = await openAccount(ctx, target)
  const collection = account && (await findCollection(ctx, account, name))
  if (!collection) return void (await deleteRegistration(ctx.db, publisherId, id, registration.id))
  const { publicUrl } = ctx.config.http
  const topic = topicOf(ctx.links, target, name)
  const key = `${calendarId} ${told}`
  const isUrgent = urgent.get(key) ?? hasNearMove(ctx.db, publisherId, calendarId, told, ctx.now(), DAY_MS)
  urgent.set(key, isUrgent)
  const { outcome, retryAfterSeconds } = await ctx.webPush.send(registration, {
    payload: writePushMessage(topic, currentToken(publicUrl, publisherId, collection)),
    ttl: TTL_SECONDS,
    urgency: (await isUrgent) ? 'high' : 'normal',
    topic,
  })
  const at = ctx.now()
  if (outcome === 'gone') return void (await deleteRegistration(ctx.db, publisherId, id, registration.id))
  if (outcome === 'sent') return recordTold(ctx.db, registration, { sent: collection.version, at })
  const wait = RETRY_MS[registration.attempts]
  if (outcome === 'refused' || wait === undefined) return recordTold(ctx.db, registration, { givenUp: true })
  await recordTold(ctx.db, registration, { againAt: at + Math.max(wait, (retryAfterSeconds ?? 0) * 1000) })
}
