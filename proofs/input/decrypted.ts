import { createDecipheriv } from 'node:crypto'

/** A receiver's side of an encrypted callback, by the four steps of the interface: `payload` as text. */
export function decrypted(payload: string, secret: string): string {
  const bytes = Buffer.from(payload, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.alloc(32, secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}
