import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

/** A fresh signing secret of a callback, in the form receivers' libraries take: `whsec_` and base64. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The value of `webhook-signature`: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, where the body is
 * what is sent, byte for byte, and the key is the decoded secret (https://www.standardwebhooks.com).
 */
export function signWebhook(secret: string, id: string, timestampSeconds: number, body: string): string {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`)
  return `v1,${mac.digest('base64')}`
}
