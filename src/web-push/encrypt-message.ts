import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushTarget } from './push-subscription.ts'

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const TAG_BYTES = 16
/** The header of the body: salt, record size, length of the key, key (RFC 8188, 2.1). */
const HEADER_BYTES = SALT_BYTES + 4 + 1 + 65
/** Push services take a body of at least this size (RFC 8030, 7.2); most take no more. */
const BODY_BYTES = 4096
/** Ends the plaintext of the last record, which is the only one (RFC 8188, 2). */
const LAST_RECORD = Buffer.of(2)

/** The maximum octets of a message. */
export const MESSAGE_BYTES = BODY_BYTES - HEADER_BYTES - TAG_BYTES - LAST_RECORD.length

/**
 * Encrypts a message for one browser, as the body of a request with `Content-Encoding: aes128gcm` (RFC 8291 and
 * RFC 8188). `message`: at most `MESSAGE_BYTES` octets. Throws for a key that is not on the curve.
 */
export function encryptMessage({ p256dh, auth }: PushTarget, message: Buffer): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  const sender = createECDH(CURVE)
  const senderKey = sender.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderKey])
  const secret = hkdf(sender.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32)

  const salt = randomBytes(SALT_BYTES)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const recordSize = Buffer.alloc(4)
  recordSize.writeUInt32BE(BODY_BYTES)
  return Buffer.concat([
    ...[salt, recordSize, Buffer.of(senderKey.length), senderKey],
    ...[cipher.update(message), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()],
  ])
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
