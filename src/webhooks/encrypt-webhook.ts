import { createCipheriv, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
/** The recommended length for GCM (NIST SP 800-38D, 8.2). */
const NONCE_BYTES = 12

/**
 * The body for a callback that has an encryption secret: `{"payload": "<base64>"}`. Decoded, it is nonce ‖ ciphertext
 * ‖ 16-byte tag of AES-256-GCM; Go's and WebCrypto's GCM return the last two in this order. Only tests pass a nonce:
 * a nonce must never repeat under one key.
 */
export function encryptWebhook(body: string, secret: string, nonce = randomBytes(NONCE_BYTES)): string {
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(secret), nonce)
  const encrypted = Buffer.concat([nonce, cipher.update(body, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return JSON.stringify({ payload: encrypted.toString('base64') })
}

/** The secret's UTF-8 bytes, repeated and cut to 32, as the interface defines. Throws on an empty secret. */
function encryptionKey(secret: string): Buffer {
  return Buffer.alloc(KEY_BYTES, Buffer.from(secret))
}
