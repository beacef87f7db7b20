import { createDecipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptWebhook } from './encrypt-webhook.ts'

/** A receiver's side, written from the four steps the interface gives and nothing of ours. */
function open(sent: string, secret: string): string {
  const { payload } = JSON.parse(sent)
  const bytes = Buffer.from(payload, 'base64')
  let key = Buffer.from(secret)
  while (key.length < 32) key = Buffer.concat([key, Buffer.from(secret)])
  const decipher = createDecipheriv('aes-256-gcm', key.subarray(0, 32), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

const BODY = '{"svcId":"5924fd21608e3beb118b4567","email":"zoé@example.com","first_name":"Zoé 🏁"}'

describe('an encrypted payload', () => {
  it.each([
    ['one character', 'x'],
    ['shorter than the key', 'my-secret-key'],
    ['a divisor of 32', '0123456789abcdef'],
    ['31 bytes', 'a'.repeat(31)],
    ['32 bytes', '0123456789abcdef0123456789ABCDEF'],
    ['longer than the key', 'correct horse battery staple, and then some more words'],
    ['not ASCII', 'clé-ключ-鍵-🔑'],
    ['cut in the middle of a character', `${'a'.repeat(31)}é`],
  ])('opens with the secret: %s', (_, secret) => {
    expect(open(encryptWebhook(BODY, secret), secret)).toBe(BODY)
    expect(() => open(encryptWebhook(BODY, secret), `another ${secret}`)).toThrow()
  })

  it.each(['', '{}', 'x'.repeat(100_000)])('holds a body of any length', (body) => {
    expect(open(encryptWebhook(body, 'secret'), 'secret')).toBe(body)
  })

  it('is one field of padded standard base64, 28 bytes longer than the body', () => {
    const encrypted = JSON.parse(encryptWebhook('{}', 'secret'))
    expect(Object.keys(encrypted)).toEqual(['payload'])
    expect(encrypted.payload).toMatch(/^[A-Za-z0-9+/]{40}$/)
    expect(JSON.parse(encryptWebhook('{"a":1}', 'secret')).payload).toMatch(/^[A-Za-z0-9+/]{47}=$/)
  })

  // AES-256-GCM test case 14 of the GCM submission (McGrew and Viega): key, nonce and plaintext all zero.
  it('agrees with the published test vector', () => {
    const payload = Buffer.from(
      JSON.parse(encryptWebhook('\0'.repeat(16), '\0', Buffer.alloc(12))).payload,
      'base64',
    )
    expect(payload.toString('hex', 12)).toBe(
      'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
    )
  })

  it('has a nonce of its own each time', () => {
    const nonces = Array.from({ length: 100 }, () =>
      JSON.parse(encryptWebhook(BODY, 's')).payload.slice(0, 16),
    )
    expect(new Set(nonces).size).toBe(100)
  })

  it('does not open after a change of one byte', () => {
    const bytes = Buffer.from(JSON.parse(encryptWebhook(BODY, 's')).payload, 'base64')
    bytes[20]! ^= 1
    expect(() => open(JSON.stringify({ payload: bytes.toString('base64') }), 's')).toThrow()
  })

  it('needs a secret', () => {
    expect(() => encryptWebhook(BODY, '')).toThrow()
  })
})
