import { describe, expect, it } from 'vitest'
import { signMd5, signSha256 } from '../../src/signing/signature.ts'
import { deleteOldNonces, NONCE_KEPT_MS } from '../../src/signing/used-nonce.ts'
import { DATABASES } from '../support/databases.ts'
import { startTestApp, useTestApp } from '../support/test-app.ts'
import { type Answer, type Json, send } from '../support/test-publisher.ts'
import { userOf } from '../support/users.ts'

/** With the secret `test-secret`, as docs/api.md has them. */
const VECTORS: [form: 'md5' | 'sha256', query: string, sign: string][] = [
  ['md5', 'apiKey=test-key&timestamp=1767225600&nonce=5f2b9c1e-0001', '343df19c560be3ef67bfa6c1ad40b5de'],
  [
    'sha256',
    'apiKey=test-key&apiTime=1767225600&nonce=5f2b9c1e-0001',
    '2b7ae1e4a62e8863beaa792ca7d99de23bf21ad148d7bf7778c5026e1c44ff91',
  ],
]

it.each(VECTORS)('%s of %s', (form, text, sign) => {
  const query = [...new URLSearchParams(text)] as [string, string][]
  const request = { method: 'GET', path: '/apiv2/calendar', query, body: Buffer.alloc(0) }
  expect((form === 'md5' ? signMd5 : signSha256)('test-secret', request)).toBe(sign)
})

describe.each(DATABASES)('requests that are sent again, on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 25) })
  const seconds = (off = 0) => String(Math.floor(now / 1000) + off)
  const statusLong = {
    used: 'API request was sent before: its nonce is used',
    late: 'API request timestamp is more than 300 seconds off',
    form: 'API request nonce must be 8 to 64 letters, digits or -._~',
    needed: 'The API Key accepts only requests with timestamp and nonce',
  }
  let made = 0
  const fresh = () => `nonce-${kind}-${++made}`

  async function withKey(rights: Json = {}) {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const { apiKey, secret } = (await owner.post('/api-keys', { name: 'Key', ...rights })).body.data
    /** The signed address of a request with these parameters, in the SHA-256 form where they have a time for it. */
    const address = (
      parameters: Record<string, string>,
      { url = app.url, body = '', method = 'GET' } = {},
    ) => {
      const query = Object.entries({ apiKey, ...parameters })
      const request = { method, path: '/apiv2/calendar', query, body: Buffer.from(body) }
      const sign = parameters.apiTime ? signSha256(secret, request) : signMd5(secret, request)
      return `${url}/apiv2/calendar?${new URLSearchParams([...query, ['apiSign', sign]])}`
    }
    return { club, apiKey, address }
  }

  const told = ({ status, body }: Answer) => (status === 200 ? 200 : body.statusLong)

  it('are refused where they have a nonce', async () => {
    const { address } = await withKey()
    const url = address({ timestamp: seconds(), nonce: fresh() })
    expect((await send(url)).status).toBe(200)
    for (const again of [
      await send(url),
      await send(`${url}#x`),
      await send(url.replace('calendar?', 'calendar/?')),
    ])
      expect(again).toMatchObject({ status: 403, body: { status: '403', statusLong: statusLong.used } })
    // The MD5 form signs no method: without a nonce the same address would be good for others too.
    expect((await send(url, { method: 'DELETE' })).body.statusLong).toBe(statusLong.used)
    const another = address({ timestamp: seconds(), nonce: fresh() }, { method: 'DELETE' })
    expect((await send(another.replace('/calendar?', `/calendar/${'a'.repeat(24)}?`))).status).toBe(404)
  })

  it('are taken where they have neither, as ever', async () => {
    const { address } = await withKey()
    for (const parameters of [{}, { apiTime: seconds() }] as Record<string, string>[]) {
      const url = address(parameters)
      for (const answer of [await send(url), await send(url)]) expect(answer.status).toBe(200)
    }
  })

  it('belong to their time', async () => {
    const { address } = await withKey()
    const at = async (timestamp: string) => told(await send(address({ timestamp, nonce: fresh() })))
    for (const timestamp of [seconds(), seconds(-299), seconds(299)]) expect(await at(timestamp)).toBe(200)
    const bad = [
      seconds(-302),
      seconds(302),
      String(now),
      '',
      'now',
      '1e9',
      `-${seconds()}`,
      `${seconds()}.5`,
    ]
    for (const timestamp of bad)
      expect({ timestamp, told: await at(timestamp) }).toEqual({ timestamp, told: statusLong.late })
    expect(told(await send(address({ nonce: fresh() })))).toBe(statusLong.late)
    expect(told(await send(address({ timestamp: seconds(-400) })))).toBe(statusLong.late)
    expect(told(await send(address({ apiTime: seconds(), nonce: fresh() })))).toBe(200)
  })

  it.each(['', 'short', 'a'.repeat(65), 'with space', 'é'.repeat(8), "a'; drop table"])(
    'have no nonce %j',
    async (nonce) => {
      const { address } = await withKey()
      expect(told(await send(address({ timestamp: seconds(), nonce })))).toBe(statusLong.form)
    },
  )

  it('are kept apart by key', async () => {
    const [ours, theirs] = [await withKey(), await withKey()]
    const parameters = { timestamp: seconds(), nonce: fresh() }
    expect((await send(ours.address(parameters))).status).toBe(200)
    expect((await send(theirs.address(parameters))).status).toBe(200)
  })

  it('of strangers use no nonce up', async () => {
    const { address } = await withKey()
    const url = address({ timestamp: seconds(), nonce: fresh() })
    const forged = url.replace(/apiSign=./, (text) => (text.endsWith('0') ? 'apiSign=1' : 'apiSign=0'))
    expect((await send(forged)).body.statusLong).toBe('API signature does not match')
    expect((await send(url)).status).toBe(200)
  })

  it('are the only ones where a key is so', async () => {
    const { address } = await withKey({ onceOnly: true })
    expect(told(await send(address({})))).toBe(statusLong.needed)
    expect(told(await send(address({ timestamp: seconds() })))).toBe(statusLong.needed)
    expect(told(await send(address({ apiTime: seconds() })))).toBe(statusLong.needed)
    const url = address({ timestamp: seconds(), nonce: fresh() })
    expect(told(await send(url))).toBe(200)
    expect(told(await send(url))).toBe(statusLong.used)
    expect(told(await send(address({ apiTime: seconds(), nonce: fresh() })))).toBe(200)
  })

  it('win once, of fifty at once in two processes', async () => {
    const other = await startTestApp(kind, { beside: app, now: () => now })
    try {
      const { address } = await withKey()
      const parameters = { timestamp: seconds(), nonce: fresh() }
      const urls = Array.from({ length: 50 }, (_, i) =>
        address(parameters, { url: i % 2 ? app.url : other.url }),
      )
      const answers = await Promise.all(urls.map((url) => send(url)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(answers.map(told))).toEqual(new Set([200, statusLong.used]))
    } finally {
      await other.close()
    }
  })

  it('stay refused when the clock is set back, and are forgotten when their time is over', async () => {
    const { address, apiKey } = await withKey()
    const url = address({ timestamp: seconds(), nonce: fresh() })
    expect((await send(url)).status).toBe(200)
    now -= 60_000
    expect(told(await send(url))).toBe(statusLong.used)
    const { limits } = app.ctx.database
    const kept = () => limits.selectFrom('used_nonce').select('nonce').where('api_key', '=', apiKey).execute()
    await deleteOldNonces(limits, app.ctx.now() - NONCE_KEPT_MS)
    expect(await kept()).toHaveLength(1)
    now += NONCE_KEPT_MS + 120_000
    expect(await deleteOldNonces(limits, app.ctx.now() - NONCE_KEPT_MS)).toBe(false)
    expect(await kept()).toHaveLength(0)
    expect(told(await send(url))).toBe(statusLong.late)
  })
})
