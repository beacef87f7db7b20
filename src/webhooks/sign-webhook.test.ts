import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newSigningSecret, signWebhook } from './sign-webhook.ts'

const now = Math.floor(Date.now() / 1000)
const BODY = '{"svcId":"5924fd21608e3beb118b4567","first_name":"Zoé 🏁"}'

function headers(secret: string, body: string) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(now),
    'webhook-signature': signWebhook(secret, 'msg_1', now, body),
  }
}

describe('the webhook signature', () => {
  it.each([BODY, '{}', '{"payload":"AAAA"}'])('is verified by the Standard Webhooks library: %s', (body) => {
    const secret = newSigningSecret()
    expect(new Webhook(secret).verify(body, headers(secret, body))).toEqual(JSON.parse(body))
  })

  it('is refused for another secret, body, id or time', () => {
    const secret = newSigningSecret()
    const good = headers(secret, BODY)
    const receiver = new Webhook(secret)
    expect(() => new Webhook(newSigningSecret()).verify(BODY, good)).toThrow()
    expect(() => receiver.verify(`${BODY} `, good)).toThrow()
    expect(() => receiver.verify(BODY, { ...good, 'webhook-id': 'msg_2' })).toThrow()
    expect(() => receiver.verify(BODY, { ...good, 'webhook-timestamp': String(now - 1) })).toThrow()
  })

  // The example of the specification's repository and of its libraries' own tests.
  it('agrees with the published example', () => {
    const signature = signWebhook(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
    )
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('has secrets of 32 random bytes', () => {
    const secrets = Array.from({ length: 100 }, newSigningSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})
