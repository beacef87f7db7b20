import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { LiveAccount } from '../../dav/account.ts'
import { type Collection, propertiesOf } from '../../dav/collection.ts'
import { propertiesOfAll } from '../../dav/push-marks.ts'
import { transact } from '../../db/transact.ts'
import { AppError } from '../../errors.ts'
import { countRegistrations, saveRegistration } from '../../web-push/push-registration-store.ts'
import { type PushTarget, readTarget } from '../../web-push/push-subscription.ts'
import { DavError } from './dav-error.ts'
import { childOf, DAV, type Element, isElement, NAMESPACES } from './xml.ts'

const PUSH = NAMESPACES.p
const DAY_MS = 86_400_000
/** How long a registration is good for: as the client asks, within these bounds. */
const [LEAST_MS, MOST_MS] = [3 * DAY_MS, 14 * DAY_MS]
/** Registrations of one device. An application has one for each calendar. */
const MOST = 200

/** True for the body that registers a device for push. */
export function isPushRegister(body: Element): boolean {
  return isElement(body, PUSH, 'push-register')
}

/**
 * Registers a device for messages about a collection (WebDAV-Push, 4.2): 204 with the address of the registration, and
 * when it ends. The same push resource again is an update. `path`: writes that address.
 */
export async function registerForPush(
  ctx: Pick<AppContext, 'db' | 'now' | 'config' | 'publicCalendars'>,
  reply: FastifyReply,
  { account, collection }: { account: LiveAccount; collection: Collection },
  body: Element,
  path: (id: string) => string,
): Promise<FastifyReply> {
  const trigger = readTrigger(body)
  const target = readSubscription(body, ctx.config.webhooks.allowPrivate)
  const { publisherId, id: subscriberId, number } = account.target
  const now = ctx.now()
  const expiresAt = readExpiry(body, now)
  const id = hash('sha256', `${subscriberId} ${collection.name} ${target.endpoint}`).slice(0, 24)
  const known = await propertiesOfAll(ctx, publisherId)
  await transact(ctx.db, async (tx) => {
    if ((await countRegistrations(tx, publisherId, subscriberId, number, id)) >= MOST)
      throw new DavError(403, 'This device has too many registrations', '<p:push-not-available/>')
    const registration = {
      ...{ publisherId, id, subscriberId, linkNumber: number, collection: collection.name },
      ...{ calendarId: collection.calendarId!, target, created: now, expiresAt, told: collection.version },
      ...{ content: trigger.content, properties: trigger.properties ? propertiesOf(collection) : null },
    }
    await saveRegistration(tx, registration, known)
  })
  return reply
    .headers({ location: path(id), expires: new Date(expiresAt).toUTCString() })
    .code(204)
    .send()
}

/** Reads what a device is to be told of: the content of the collection, its name and colour, or both. */
function readTrigger(body: Element): { content: boolean; properties: boolean } {
  const trigger = childOf(body, PUSH, 'trigger')
  const has = (name: string, depths: string[]) => {
    const update = trigger && childOf(trigger, PUSH, name)
    return depths.includes((update && childOf(update, DAV, 'depth')?.text.trim()) ?? '')
  }
  const read = {
    content: has('content-update', ['1', 'infinity']),
    properties: has('property-update', ['0']),
  }
  if (read.content || read.properties) return read
  const words = 'A trigger is a content-update with depth 1 or a property-update with depth 0'
  throw new DavError(403, words, '<p:no-supported-trigger/>')
}

function readSubscription(body: Element, allowPrivate: boolean): PushTarget {
  const subscription = childOf(childOf(body, PUSH, 'subscription') ?? body, PUSH, 'web-push-subscription')
  const part = (name: string) => subscription && childOf(subscription, PUSH, name)
  const key = part('subscription-public-key')
  const text = (name: string) => part(name)?.text.trim() ?? ''
  if (text('content-encoding') !== 'aes128gcm' || key?.attributes['type'] !== 'p256dh')
    throw invalidSubscription('The content-encoding is aes128gcm, and the type of the key p256dh')
  try {
    const given = { endpoint: text('push-resource'), p256dh: key.text.trim(), auth: text('auth-secret') }
    return readTarget(given, { allowPrivate })
  } catch (error) {
    if (error instanceof AppError) throw invalidSubscription(error.message)
    throw error
  }
}

function readExpiry(body: Element, now: number): number {
  const wanted = Date.parse(childOf(body, PUSH, 'expires')?.text.trim() ?? '')
  const at = Number.isNaN(wanted) ? now + MOST_MS : Math.min(now + MOST_MS, Math.max(now + LEAST_MS, wanted))
  // HTTP dates have whole seconds.
  return Math.floor(at / 1000) * 1000
}

function invalidSubscription(message: string): DavError {
  return new DavError(403, message, '<p:invalid-subscription/>')
}
