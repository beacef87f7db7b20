import { toBase64Url, utf8 } from './bytes.ts'

/** A visitor of your page whom you know, for the subscribe form. */
export interface TicketFields {
  /** The widget of the form. */
  widgetId: string
  email: string
  /** Your own key of the person, stored as `subscriber_reference`. */
  reference?: string
  /** How many seconds the ticket is good for; default and maximum: 600. */
  seconds?: number
}

const LONGEST = 600

/** Signs a ticket: base64url of JSON, a dot, and base64url of HMAC-SHA256 of `ticket.` and the first part. */
export async function signTicket(
  { apiKey, secret }: { apiKey: string; secret: string },
  { seconds = LONGEST, ...fields }: TicketFields,
): Promise<string> {
  const expires = Math.floor(Date.now() / 1000) + seconds
  const ticket = { apiKey, ...fields, expires, nonce: crypto.randomUUID() }
  const payload = toBase64Url(utf8(JSON.stringify(ticket)))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign'])
  return `${payload}.${toBase64Url(await crypto.subtle.sign('HMAC', key, utf8(`ticket.${payload}`)))}`
}
