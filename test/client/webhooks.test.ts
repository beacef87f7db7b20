import { describe, expect, it } from 'vitest'
import { decryptWebhook, verifyWebhook, WebhookError } from '../../client/src/index.ts'
import { encryptWebhook } from '../../src/webhooks/encrypt-webhook.ts'
import { newSigningSecret, signWebhook } from '../../src/webhooks/sign-webhook.ts'

const SECRET = newSigningSecret()
const NOW = 1_800_000_000_000
const BODY = JSON.stringify({
  svcId: '5924fd21608e3beb118b4567',
  email: 'zoë@example.com',
  timestamp: '1800000000',
})

/** A webhook as the service sends it. */
function webhook({ body = BODY, at = NOW / 1000, secret = SECRET, id = 'n1' } = {}) {
  const signature = signWebhook(secret, id, at, body)
  return {
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature },
  }
}

describe('verifyWebhook', () => {
  it('reads what the service signed, from text or bytes, with headers of any kind', async () => {
    const { body, headers } = webhook()
    const expected = { id: 'n1', sent: new Date(NOW), body: JSON.parse(BODY) }
    const options = { secret: SECRET, now: NOW }
    expect(await verifyWebhook({ body, headers }, options)).toEqual(expected)
    expect(await verifyWebhook({ body: Buffer.from(body), headers: new Headers(headers) }, options)).toEqual(
      expected,
    )
    const inCapitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    expect(await verifyWebhook({ body, headers: inCapitals }, options)).toEqual(expected)
  })

  it('takes any of several signatures, and of several secrets while one is replaced', async () => {
    const { body, headers } = webhook()
    const several = { ...headers, 'webhook-signature': `v1a,AAAA v1,AAAA ${headers['webhook-signature']}` }
    const secret = [newSigningSecret(), SECRET]
    expect(await verifyWebhook({ body, headers: several }, { secret, now: NOW })).toMatchObject({ id: 'n1' })
  })

  it('opens an encrypted body after it has verified what was sent', async () => {
    const encrypted = webhook({ body: encryptWebhook(BODY, 'short key') })
    const options = { secret: SECRET, now: NOW, encryptionSecret: 'short key' }
    expect((await verifyWebhook(encrypted, options)).body).toEqual(JSON.parse(BODY))
    await expect(verifyWebhook(encrypted, { secret: SECRET, now: NOW })).rejects.toThrow('encryptionSecret')
    await expect(verifyWebhook(webhook(), options)).rejects.toThrow('not encrypted')
  })

  it.each([
    ['a changed body', { ...webhook(), body: BODY.replace('zoë', 'eve') }, 'does not match'],
    ['another id', { ...webhook(), headers: { ...webhook().headers, 'webhook-id': 'n2' } }, 'does not match'],
    ['the secret of another callback', webhook({ secret: newSigningSecret() }), 'does not match'],
    ['one from long ago', webhook({ at: NOW / 1000 - 301 }), '301 seconds old'],
    ['one from the future', webhook({ at: NOW / 1000 + 400 }), '400 seconds ahead of this clock'],
    [
      'a time that is not a number',
      { ...webhook(), headers: { ...webhook().headers, 'webhook-timestamp': 'x' } },
      'not a time',
    ],
    ['no headers', { body: BODY, headers: {} }, 'The header webhook-id is missing'],
    ['what is no JSON', webhook({ body: 'svcId=1' }), 'not JSON'],
  ])('refuses %s', async (_, arrived, message) => {
    const refused = verifyWebhook(arrived, { secret: SECRET, now: NOW })
    await expect(refused).rejects.toThrow(WebhookError)
    await expect(refused).rejects.toThrow(message)
  })
})

describe('decryptWebhook', () => {
  it.each(['k', 'exactly thirty-two bytes, as it is', 'é'.repeat(40)])(
    'opens what was encrypted with "%s"',
    async (secret) => {
      const encrypted = encryptWebhook(BODY, secret)
      for (const body of [encrypted, Buffer.from(encrypted), JSON.parse(encrypted) as object]) {
        expect(await decryptWebhook(body, secret)).toEqual(JSON.parse(BODY))
      }
    },
  )

  it('refuses another secret, a cut payload, and what is not encrypted', async () => {
    const encrypted = encryptWebhook(BODY, 'right')
    await expect(decryptWebhook(encrypted, 'wrong')).rejects.toThrow("can't be decrypted with this secret")
    await expect(decryptWebhook(encrypted.replace(/....".$/, '"}'), 'right')).rejects.toThrow(WebhookError)
    await expect(decryptWebhook('{"payload":"AAAA"}', 'right')).rejects.toThrow('not encrypted')
    await expect(decryptWebhook(BODY, 'right')).rejects.toThrow('not encrypted')
    await expect(decryptWebhook(encrypted, '')).rejects.toThrow('empty')
  })
})
