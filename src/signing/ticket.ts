import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { MAX_CLOCK_SKEW } from './signature.ts'

const Ticket = Type.Object({
  apiKey: Type.String({ minLength: 1, maxLength: 255 }),
  widgetId: Type.String(),
  email: Type.String(),
  reference: Type.Optional(Type.String({ maxLength: 255 })),
  /** Unix seconds. */
  expires: Type.Integer(),
  nonce: Type.String({ pattern: '^[\\w.~-]{8,64}$' }),
})

/** A publisher's word for the address of a visitor of its page. */
export type Ticket = Static<typeof Ticket>

/** A ticket whose signature is not checked yet. */
export interface UncheckedTicket {
  ticket: Ticket
  /** The signed text. */
  payload: string
  signature: string
}

/** The longest a ticket may be good for, in seconds. */
const LONGEST = 600

/** Parses `payload.signature`. Returns undefined if it is no ticket. */
export function readTicket(text: string): UncheckedTicket | undefined {
  const [payload = '', signature = '', ...more] = text.split('.')
  if (more.length > 0) return undefined
  try {
    const ticket: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return Check(Ticket, ticket) ? { ticket, payload, signature } : undefined
  } catch {
    return undefined
  }
}

/**
 * The signature of a ticket: HMAC-SHA256 in base64url, keyed with the secret of the API key, of `ticket.` and
 * the payload. No signed request begins so, since no HTTP method is called that.
 */
export function signTicket(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(`ticket.${payload}`).digest('base64url')
}

/** Compares the signature in constant time. */
export function isSignedWith(secret: string, { payload, signature }: UncheckedTicket): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(signTicket(secret, payload))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Returns whether a ticket is good at `nowMs`. The publisher's clock may be off as far as that of a request. */
export function isCurrent({ expires }: Ticket, nowMs: number): boolean {
  const left = expires - nowMs / 1000
  return left > 0 && left <= LONGEST + MAX_CLOCK_SKEW
}
