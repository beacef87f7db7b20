import { type Bytes, concatenate, fromBase64, utf8 } from './bytes.ts'
import { WebhookError } from './errors.ts'
import type { WebhookBody } from './records.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Seconds by which a webhook may be old, or ahead of our clock. */
const TOLERANCE = 300

/** A webhook as it arrived. */
export interface ArrivedWebhook {
  /** The body byte for byte: JSON that was parsed and serialized again has another signature. */
  body: string | Uint8Array
  /** Header names may be in any case. */
  headers: Headers | Record<string, string | string[] | undefined>
}

export interface VerifyOptions {
  /** The signing secret of the callback, `whsec_…`, or several while you replace it. */
  secret: string | string[]
  /** Seconds by which the timestamp may differ from `now`; default 300. */
  toleranceSeconds?: number
  /** The current time in epoch milliseconds; default: the clock. */
  now?: number
}

/** A webhook with a valid signature. */
export interface VerifiedWebhook {
  /** The same for every delivery attempt: remember it, to do the work only once. */
  id: string
  /** When it was sent. */
  sent: Date
  body: WebhookBody
}

/**
 * Checks the signature of a webhook (https://www.standardwebhooks.com) and parses its body.
 * `encryptionSecret`: of a callback with encryption. Throws `WebhookError` if the webhook is forged, too old
 * or unreadable.
 */
export async function verifyWebhook(
  { body, headers }: ArrivedWebhook,
  { encryptionSecret, ...options }: VerifyOptions & { encryptionSecret?: string },
): Promise<VerifiedWebhook> {
  const bytes = typeof body === 'string' ? utf8(body) : concatenate(body)
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const { toleranceSeconds = TOLERANCE, now = Date.now() } = options
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a time in seconds')
  const late = now / 1000 - Number(timestamp)
  if (Math.abs(late) > toleranceSeconds) {
    const direction = late > 0 ? 'old' : 'ahead of this clock'
    throw new WebhookError(`The webhook is ${Math.round(Math.abs(late))} seconds ${direction}`)
  }
  const signed = concatenate(utf8(`${id}.${timestamp}.`), bytes)
  const signatures = header(headers, 'webhook-signature')
  if (!(await isSigned(signed, signatures, [options.secret].flat()))) {
    throw new WebhookError('The signature of the webhook does not match')
  }
  const read = parse(bytes)
  return {
    id,
    sent: new Date(Number(timestamp) * 1000),
    body: encryptionSecret === undefined ? readPlain(read) : await decryptWebhook(read, encryptionSecret),
  }
}

/**
 * Decrypts a body, `{"payload": "<base64>"}`, given as text, bytes or parsed JSON. It does not check who sent
 * it and when; `verifyWebhook` does both.
 */
export async function decryptWebhook(
  body: string | Uint8Array | object,
  encryptionSecret: string,
): Promise<WebhookBody> {
  const read = typeof body === 'string' || body instanceof Uint8Array ? parse(body) : body
  const { payload } = read as { payload?: unknown }
  const encrypted = typeof payload === 'string' ? fromBase64(payload) : undefined
  if (!encrypted || encrypted.length < NONCE_BYTES + TAG_BYTES)
    throw new WebhookError('The webhook is not encrypted')
  const key = await crypto.subtle.importKey('raw', encryptionKey(encryptionSecret), 'AES-GCM', false, [
    'decrypt',
  ])
  const algorithm = { name: 'AES-GCM', iv: encrypted.subarray(0, NONCE_BYTES) }
  try {
    const opened = await crypto.subtle.decrypt(algorithm, key, encrypted.subarray(NONCE_BYTES))
    return parse(new Uint8Array(opened)) as WebhookBody
  } catch (error) {
    if (error instanceof WebhookError) throw error
    throw new WebhookError("The webhook can't be decrypted with this secret")
  }
}

/** The AES key: the bytes of the secret, repeated or cut to 32 bytes. */
function encryptionKey(secret: string): Bytes {
  const bytes = utf8(secret)
  if (bytes.length === 0) throw new WebhookError('The encryption secret is empty')
  return Uint8Array.from({ length: KEY_BYTES }, (_, index) => bytes[index % bytes.length]!)
}

async function isSigned(signed: Bytes, header: string, secrets: string[]): Promise<boolean> {
  for (const secret of secrets) {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''))
    if (!bytes || bytes.length === 0) throw new WebhookError('The signing secret is not whsec_ and base64')
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    for (const signature of header.split(' ')) {
      const mac = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : undefined
      // `verify` compares in constant time.
      if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed))) return true
    }
  }
  return false
}

function header(headers: ArrivedWebhook['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) ? value[0] : value
  if (!text) throw new WebhookError(`The header ${name} is missing`)
  return text
}

function readPlain(read: unknown): WebhookBody {
  if (typeof (read as { payload?: unknown }).payload !== 'string') return read as WebhookBody
  throw new WebhookError('The webhook is encrypted: its encryptionSecret is needed')
}

function parse(body: string | Uint8Array): object {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read
  } catch {
    // not JSON: the error below
  }
  throw new WebhookError('The webhook is not JSON')
}
