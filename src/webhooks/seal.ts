import { createCipheriv, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
/** What GCM is made for (NIST SP 800-38D, 8.2). */
const NONCE_BYTES = 12

/**
 * The body for a callback that has an encryption secret: `{"payload": "<base64>"}`, which decodes to nonce ‖
 * ciphertext ‖ 16-byte tag of AES-256-GCM, the way Go's and WebCrypto's GCM hand over the last two. The nonce is
 * an argument for tests only; under one key it must never come twice.
 */
export function sealPayload(body: string, secret: string, nonce = randomBytes(NONCE_BYTES)): string {
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce)
  const sealed = Buffer.concat([nonce, cipher.update(body, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return JSON.stringify({ payload: sealed.toString('base64') })
}

/** The secret's UTF-8 bytes, repeated and cut to 32, as the interface has it. Throws on an empty secret. */
function sealingKey(secret: string): Buffer {
  return Buffer.alloc(KEY_BYTES, Buffer.from(secret))
}
