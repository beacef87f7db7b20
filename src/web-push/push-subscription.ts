import { ECDH, hash } from 'node:crypto'
import { invalid } from '../errors.ts'
import { type CallbackUrlCheck, checkCallbackUrl } from '../net/address-guard.ts'

/** The address at which a browser gets messages, and the keys that encrypt them. All of it is secret. */
export interface PushTarget {
  /** The address at the browser's push service (RFC 8030). Whoever has it may send to the browser. */
  endpoint: string
  /** The browser's public key: 65 octets in base64url (RFC 8291, 3.2). */
  p256dh: string
  /** 16 octets in base64url. */
  auth: string
}

/** A browser of a subscriber that gets messages by web push. */
export interface PushSubscription {
  publisherId: number
  /** See `pushSubscriptionId`. */
  id: string
  subscriberId: string
  /** The number of the link by which it was made. It ends with that link. */
  linkNumber: number
  target: PushTarget
  /** Such as `Firefox on Linux`. */
  browser: string
  /** Epoch ms. */
  created: number
  /** When a push service last took a message, in epoch ms; null: never. */
  lastSentAt: number | null
}

/**
 * Returns the id of a subscription: 24 hex characters of a hash of its endpoint. The same endpoint again is the
 * same subscription, and nobody knows the id without the endpoint or the list of the person's browsers.
 */
export function pushSubscriptionId(endpoint: string): string {
  return hash('sha256', endpoint).slice(0, 24)
}

/**
 * Returns the target with a normalised endpoint and keys. Throws `invalid` if the endpoint is not allowed or the keys are
 * none. `http` only if private addresses are allowed, as callbacks are.
 */
export function readTarget(
  { endpoint, p256dh, auth }: PushTarget,
  options: { allowPrivate: boolean },
): PushTarget {
  const { url, reason } = checkEndpoint(endpoint, options)
  if (url === undefined) throw invalid({ endpoint: `The endpoint ${reason}` })
  // Decoding passes over characters that are none of base64url: without this they would be stored.
  const [key, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  if (!isPublicKey(key))
    throw invalid({ 'keys.p256dh': 'keys.p256dh must be a point of the curve P-256, 65 octets in base64url' })
  if (secret.length !== 16) throw invalid({ 'keys.auth': 'keys.auth must be 16 octets in base64url' })
  return { endpoint: url, p256dh: key.toString('base64url'), auth: secret.toString('base64url') }
}

/** Checks an endpoint like a callback's URL, before its name is resolved. */
export function checkEndpoint(endpoint: string, options: { allowPrivate: boolean }): CallbackUrlCheck {
  const checked = checkCallbackUrl(endpoint, options)
  if (checked.url?.startsWith('http:') && !options.allowPrivate) return { reason: 'must be an https address' }
  return checked
}

function isPublicKey(octets: Buffer): boolean {
  if (octets.length !== 65 || octets[0] !== 4) return false
  try {
    ECDH.convertKey(octets, 'prime256v1')
    return true
  } catch {
    return false
  }
}
