import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { failureLog } from '../counted-warning.ts'
import { eachStep } from '../db/each-alone.ts'
import { GatheredWriter } from '../db/gathered-writer.ts'
import { hasNearMove } from '../events/event-change-store.ts'
import { pause } from '../pause.ts'
import { eachFound } from '../publishers/each-found.ts'
import {
  claimDue,
  type DueRegistration,
  type Followed,
  listDue,
  listFollowed,
  recordTold,
  type Told,
} from '../web-push/push-queue.ts'
import { deleteRegistration } from '../web-push/push-registration-store.ts'
import { DeliverySlots } from '../webhooks/delivery-slots.ts'
import { MAX_RETRY_AFTER } from '../webhooks/retry.ts'
import { openAccount } from './account.ts'
import { findCollection, propertiesOf } from './collection.ts'
import { markChanges } from './push-marks.ts'
import { topicOf, writePushMessage } from './push-message.ts'
import { currentToken } from './sync-token.ts'

/** The interval at which changes are looked for, and due messages. */
const LOOK_MS = 1000
/** The interval at which messages are started for which there was no slot. */
const START_MS = 20
/** Messages claimed at once. Half of them have to be started before others are claimed. */
const CLAIMED = 500
/** The time for which a worker owns a message, and the part of it that it needs to send one. */
const CLAIM_MS = 60_000
const SEND_MS = 20_000
/** Nearly all devices of all publishers have one of three push services. */
const SLOTS = { perPublisher: 128, perHost: 96 }
const TTL_SECONDS = 86_400
/** Waits before further attempts. */
const RETRY_MS = [30_000, 120_000, 600_000, 3_600_000]
const DAY_MS = 86_400_000
/** After a look at a publisher it is left alone for so many times as long as that took. */
const REST = 4

type WorkerContext = Pick<
  AppContext,
  'db' | 'now' | 'log' | 'config' | 'links' | 'feeds' | 'publicCalendars' | 'history' | 'webPush'
>

/**
 * Tells devices that a calendar of their account changed, until the signal fires; resolves when the messages under way
 * are finished. Any number of processes may do it beside each other.
 */
export async function runPushWorker(ctx: WorkerContext, signal: AbortSignal): Promise<void> {
  const sender = createSender(ctx)
  const tellFailure = failureLog(ctx.log, 'devices could not be told of changes, trying again')
  await Promise.all([
    repeat(signal, createLook(ctx, signal), tellFailure),
    repeat(signal, () => sender.sendDue(signal), tellFailure),
  ])
  await sender.finished()
}

/** Repeats a task after the milliseconds that it returns. */
async function repeat(
  signal: AbortSignal,
  task: () => Promise<number>,
  tellFailure: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    const wait = await task().catch((error: unknown) => {
      tellFailure(error)
      return LOOK_MS
    })
    await sleep(wait, undefined, { signal }).catch(() => {})
  }
}

/** Returns a task that makes messages due about what changed. */
function createLook(ctx: WorkerContext, signal: AbortSignal): () => Promise<number> {
  /** The times before which publishers are left alone, in ms of the process. */
  const resting = new Map<number, number>()
  return async () => {
    for (const [publisherId, until] of resting) if (until <= performance.now()) resting.delete(publisherId)
    await eachFound(ctx.db, signal, (only) => listFollowed(ctx.db, only), mark)
    return LOOK_MS
  }

  async function mark(followed: Followed): Promise<void> {
    if (resting.has(followed.publisherId)) return
    const began = performance.now()
    await markChanges(ctx, followed)
    const took = performance.now() - began
    resting.set(followed.publisherId, began + took * (1 + REST))
  }
}

function createSender(ctx: WorkerContext) {
  const slots = new DeliverySlots(SLOTS)
  const results = new GatheredWriter<Told>(ctx.db, recordTold, ({ registration }) => registration.publisherId)
  const underWay = new Set<Promise<void>>()
  let waiting: DueRegistration[] = []
  let lookAgainAt = 0
  /** True when something moves soon, by calendar and revision; one answer serves all devices of a claim. */
  let urgent = new Map<string, Promise<boolean>>()

  /** Starts what is due and has a slot. Returns the milliseconds until there may be more. */
  async function sendDue(signal: AbortSignal): Promise<number> {
    await eachStep([() => claim(signal), () => startClaimed(signal)])
    return waiting.length > 0 ? START_MS : Math.max(START_MS, lookAgainAt - performance.now())
  }

  /** Claims what is due, if there is room and time. */
  async function claim(signal: AbortSignal): Promise<void> {
    if (waiting.length >= CLAIMED / 2 || performance.now() < lookAgainAt) return
    lookAgainAt = performance.now() + LOOK_MS
    urgent = new Map()
    let room = CLAIMED
    await eachFound(
      ctx.db,
      signal,
      (only) => listDue(ctx.db, room, ctx.now(), only),
      async (due) => {
        const now = ctx.now()
        const claimed = await claimDue(ctx.db, due, now, now + CLAIM_MS)
        waiting.push(...claimed)
        room -= claimed.length
        // While a node is away, it takes longer than a claim lasts until the last of many publishers was asked.
        await startClaimed(signal)
      },
    )
    if (room === 0) lookAgainAt = 0
  }

  async function startClaimed(signal: AbortSignal): Promise<void> {
    // A message that had no slot for too long is due again when its claim runs out.
    const latest = ctx.now() + SEND_MS
    const left: DueRegistration[] = []
    for (const one of waiting) {
      if (one.claimedUntil < latest || signal.aborted) continue
      if (slots.full || slots.free(receiverOf(one), false) === 0) left.push(one)
      else {
        start(one)
        // Encryption takes long enough that others would wait for a whole group.
        await pause()
      }
    }
    waiting = left
  }

  function start(registration: DueRegistration): void {
    const release = slots.take(receiverOf(registration))
    const began = performance.now()
    const telling = tell(registration)
      .finally(() => release(performance.now() - began))
      .then((result) => result && results.write({ registration, result }))
      .catch((error: unknown) =>
        ctx.log.error(
          { err: error, registration: registration.id },
          'a device could not be told of a change',
        ),
      )
      .finally(() => underWay.delete(telling))
    underWay.add(telling)
  }

  /** Returns undefined if there is nobody to tell any more. */
  async function tell(registration: DueRegistration): Promise<Told['result'] | undefined> {
    const { publisherId, subscriberId: id, linkNumber: number, collection: name, attempts } = registration
    const target = { publisherId, id, number }
    const account = await openAccount(ctx, target)
    const collection = account && (await findCollection(ctx, account, name))
    if (!collection) return end(registration)
    const { version } = collection
    const properties = propertiesOf(collection)
    const token = currentToken(ctx.config.http.publicUrl, publisherId, collection)
    const news = {
      syncToken: registration.content && version > registration.told ? token : undefined,
      properties: registration.properties !== null && registration.properties !== properties,
    }
    if (news.syncToken === undefined && !news.properties)
      return { done: { version, properties, messageAt: null } }
    const topic = topicOf(ctx.links, target, name)
    const at = ctx.now()
    const { outcome, retryAfterSeconds = 0 } = await ctx.webPush.send(registration, {
      payload: writePushMessage(topic, news),
      ttl: TTL_SECONDS,
      urgency: (await isUrgent(registration)) ? 'high' : 'normal',
      // The next message about the content must not replace one about the name.
      topic: news.properties ? topicOf(ctx.links, target, `${name} properties`) : topic,
    })
    if (outcome === 'gone') return end(registration)
    if (outcome === 'sent') return { done: { version, properties, messageAt: at } }
    const wait = outcome === 'later' ? RETRY_MS[attempts] : undefined
    if (wait === undefined) return { failed: null }
    return { failed: at + Math.max(wait, Math.min(retryAfterSeconds, MAX_RETRY_AFTER) * 1000) }
  }

  function isUrgent({ publisherId, calendarId, told }: DueRegistration): Promise<boolean> {
    const key = `${calendarId} ${told}`
    const known = urgent.get(key) ?? hasNearMove(ctx.db, publisherId, calendarId, told, ctx.now(), DAY_MS)
    urgent.set(key, known)
    return known
  }

  async function end({ publisherId, subscriberId, id }: DueRegistration): Promise<undefined> {
    await deleteRegistration(ctx.db, publisherId, subscriberId, id)
  }

  return { sendDue, finished: () => Promise.all(underWay) }
}

/** One person's devices count as one receiver, so that many addresses of theirs that hang take few slots. */
function receiverOf({ publisherId, subscriberId, target }: DueRegistration) {
  return { publisherId, id: subscriberId, url: target.endpoint }
}
