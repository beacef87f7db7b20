import { encryptMessage } from './encrypt-message.ts'
import { type PushPayload, writePayload } from './payload.ts'
import { checkEndpoint, type PushSubscription } from './push-subscription.ts'
import { createVapid } from './vapid.ts'

/** A message for one browser. */
export interface PushMessage {
  /** For the portal's service worker, or the octets that another program expects, at most `MESSAGE_BYTES`. */
  payload: PushPayload | Buffer
  /** The seconds for which the push service keeps it while the browser is away. */
  ttl: number
  /** RFC 8030, 5.3. */
  urgency: 'very-low' | 'low' | 'normal' | 'high'
  /**
   * 1 to 32 characters of base64url. A message that still waits is replaced by a newer one with the same topic
   * (RFC 8030, 5.4).
   */
  topic?: string
}

/** The result of sending a message. `gone`: the browser has ended the subscription. `later`: try again. */
export interface PushResult {
  outcome: 'sent' | 'gone' | 'refused' | 'later'
  /** The reason in a few plain words, unless it was sent. */
  reason: string | null
  /** Only with `later`, if the push service asks for it. */
  retryAfterSeconds?: number
}

/** Sends to push services. */
export interface WebPush {
  /** The installation's public key, for `PushManager.subscribe`. */
  publicKey: string
  /** Never rejects, except for a topic that is none. Writes nothing: see `deliverPush`. */
  send(subscription: Pick<PushSubscription, 'target'>, message: PushMessage): Promise<PushResult>
}

/** The part of the sender of callbacks that web push needs. */
interface Sender {
  send(
    url: string,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<{ ok: boolean; status: number | null; error: string | null; retryAfterSeconds?: number }>
}

interface WebPushOptions {
  /** From `newVapidKey`. */
  key: string
  /** See `createVapid`. */
  contact: string
  sender: Sender
  allowPrivate: boolean
  /** Epoch ms. */
  now: () => number
}

const TOPIC = /^[\w-]{1,32}$/

export function createWebPush({ key, contact, sender, allowPrivate, now }: WebPushOptions): WebPush {
  const vapid = createVapid(key, contact)
  return {
    publicKey: vapid.publicKey,
    async send({ target }, { payload, ttl, urgency, topic }) {
      if (topic !== undefined && !TOPIC.test(topic)) throw new Error(`${topic} is no topic of a push message`)
      const { endpoint } = target
      // The setting may have changed since it was stored.
      const { reason } = checkEndpoint(endpoint, { allowPrivate })
      if (reason) return { outcome: 'refused', reason: `The endpoint ${reason}` }
      const headers = {
        authorization: vapid.authorization(endpoint, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(Math.max(0, Math.floor(ttl))),
        urgency,
        ...(topic !== undefined && { topic }),
      }
      const octets = Buffer.isBuffer(payload) ? payload : writePayload(payload)
      const result = await sender.send(endpoint, headers, encryptMessage(target, octets))
      const { ok, status, error, retryAfterSeconds } = result
      return {
        outcome: ok ? 'sent' : outcomeOf(status),
        reason: error,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      }
    },
  }
}

/** RFC 8030, 7.3: 404 and 410 end a subscription; Apple and Google use both. */
function outcomeOf(status: number | null): 'gone' | 'refused' | 'later' {
  if (status === 404 || status === 410) return 'gone'
  return status === null || status === 408 || status === 429 || status >= 500 ? 'later' : 'refused'
}
