import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

/** Creates a signing secret in the form that receivers' libraries accept: `whsec_` and base64. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The value of `webhook-signature`: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`. The body is the bytes
 * that are sent, the key is the decoded secret (https://www.standardwebhooks.com).
 */
export function signWebhook(secret: string, id: string, timestampSeconds: number, body: string): string {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`)
  return `v1,${mac.digest('base64')}`
}
