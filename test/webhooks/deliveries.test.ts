import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { runDeliveryWorker } from '../../src/webhooks/worker.ts'
import { DATABASES } from '../support/databases.ts'
import { type AnswerTo, useReceiver } from '../support/receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

describe.each(DATABASES)('deliveries on %s', (kind) => {
  const app = useTestApp(kind, {
    worker: true,
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })
  const receiver = useReceiver()
  let paths = 0

  async function clubThatListens(answer?: AnswerTo) {
    const club = await app.publisher()
    const path = `/${kind}-${++paths}`
    if (answer) receiver.answers.set(path, answer)
    const { id } = await club.callback(receiver.url + path)
    return { club, path, id }
  }
  const deliveries = async (club: TestPublisher, query = '') =>
    (await club.get(`/admin/api/deliveries?${query}`)).body.data as Json[]
  /** Waits until the publisher's newest delivery is as said. */
  const settled = async (club: TestPublisher, state: string, attempts: number) => {
    for (;;) {
      const [delivery] = await deliveries(club)
      if (delivery?.state === state && delivery.attempts === attempts)
        return (await club.get(`/admin/api/deliveries/${delivery.id}`)).body.data
      await new Promise((done) => setTimeout(done, 50))
    }
  }

  it('writes every attempt down', async () => {
    const { club, path, id } = await clubThatListens((response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('thank you\u0000'.repeat(500)),
    )
    await club.subscribe('fan@example.com', [])
    const delivery = await settled(club, 'delivered', 1)
    expect(delivery).toMatchObject({
      callbackId: id,
      kind: 'subscribe',
      notificationId: receiver.at(path)[0]!.headers['webhook-id'],
      due: null,
    })
    expect(delivery.log).toEqual([
      {
        number: 1,
        at: expect.stringMatching(/Z$/),
        status: 200,
        error: '',
        durationMs: expect.any(Number),
        answer: expect.stringMatching(/^thank you/),
      },
    ])
    expect(delivery.log[0].answer.length).toBeLessThanOrEqual(1024)
  })

  it('shows whom it was about and what was sent, without a secret', async () => {
    const { club, path, id } = await clubThatListens((response) => response.writeHead(500).end('oh dear'))
    await club.subscribe("zoe.o'brien@example.com", [], { first_name: 'Zoé', last_name: "O'Brien" })
    const { log, request, ...delivery } = await settled(club, 'failed', 4)
    expect((await deliveries(club))[0]).toEqual(delivery)
    expect(delivery.about).toEqual({
      kind: 'subscriber',
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: "Zoé O'Brien",
      email: "zoe.o'brien@example.com",
    })
    expect(delivery.last).toEqual({
      at: log[3].at,
      status: 500,
      error: 'answered 500',
      reason: { kind: 'answered', values: { status: '500' } },
    })
    const sent = receiver.at(path)[3]!
    expect(request).toMatchObject({ url: receiver.url + path, body: sent.raw, plain: null, differs: null })
    for (const { name, value } of request.headers) expect(sent.headers[name]).toBe(value)
    const health = `/admin/api/deliveries/health?callbackId=${id}`
    const { days, more, callbacks } = (await club.get(health)).body.data
    expect(more).toBe(false)
    expect(callbacks).toMatchObject([
      { id, delivered: 0, failed: 1, waiting: 0, lastFailure: { status: 500 } },
    ])
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({
      day: new Date(app.ctx.now()).toISOString().slice(0, 10),
      delivered: 0,
      failed: 1,
      waiting: 0,
    })
    const other = await app.publisher()
    expect((await other.get(health)).status).toBe(404)

    await club.put(`/admin/api/callbacks/${id}`, { secret: 'very secret' })
    const answer = (await club.get(`/admin/api/deliveries/${delivery.id}`)).body.data
    expect(answer.request).toMatchObject({ differs: 'changed', plain: sent.raw })
    expect(JSON.stringify(answer)).not.toMatch(/very secret|whsec_/)
  })

  it("keeps others' deliveries going while one receiver hangs", async () => {
    const slow = await clubThatListens(() => {})
    for (let i = 0; i < 20; i++) await slow.club.subscribe(`fan-${i}@example.com`, [])
    const quick = await clubThatListens()
    await quick.club.subscribe('fan@example.com', [])
    await receiver.wait(quick.path)
    expect(receiver.at(slow.path).length).toBeLessThanOrEqual(16)
    receiver.answers.set(slow.path, (response) => response.writeHead(204).end())
  })

  it("goes on with others' when a callback is deleted that had more to come", async () => {
    const held: ServerResponse[] = []
    const slow = await clubThatListens((response) => void held.push(response))
    for (let i = 0; i < 20; i++) await slow.club.subscribe(`fan-${i}@example.com`, [])
    await receiver.wait(slow.path, 9)
    await slow.club.delete(`/admin/api/callbacks/${slow.id}`)
    for (const response of held) response.end()
    const quick = await clubThatListens()
    await quick.club.subscribe('fan@example.com', [])
    await receiver.wait(quick.path)
  })

  it('is tried again at once when asked, but not once it has arrived', async () => {
    let calls = 0
    const { club } = await clubThatListens((response) => response.writeHead(++calls <= 4 ? 500 : 204).end())
    await club.subscribe('fan@example.com', [])
    const { id } = await settled(club, 'failed', 4)
    expect((await club.post(`/admin/api/deliveries/${id}/retry`)).body).toEqual({
      status: '200',
      statusLong: 'OK',
    })
    await settled(club, 'delivered', 5)
    expect((await club.post(`/admin/api/deliveries/${id}/retry`)).status).toBe(409)
    expect((await (await app.publisher()).post(`/admin/api/deliveries/${id}/retry`)).status).toBe(404)
  })

  it('replays a time range as new deliveries of the same ids', async () => {
    const { club, path, id } = await clubThatListens()
    await club.subscribe('a@example.com', [])
    await club.subscribe('b@example.com', [])
    await receiver.wait(path, 2)
    const from = new Date(Date.now() - 60_000).toISOString()
    const to = new Date(Date.now() + 60_000).toISOString()
    expect((await club.post(`/admin/api/callbacks/${id}/replay`, { from, to })).body.replayed).toBe(2)
    await receiver.wait(path, 4)
    expect((await club.post(`/admin/api/callbacks/${id}/replay`, { from })).body.replayed).toBe(2)
    const all = await receiver.wait(path, 6)
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect(
      (
        await club.post(`/admin/api/callbacks/${id}/replay`, {
          from: '2020-01-01T00:00:00Z',
          to: '2020-01-02T00:00:00Z',
        })
      ).body.replayed,
    ).toBe(0)
    expect(
      (await club.post(`/admin/api/callbacks/${id}/replay`, { from: 'yesterday', to })).body.errors,
    ).toHaveProperty('from')
  })

  it('tries a callback out, logged but no notification', async () => {
    const { club, path, id } = await clubThatListens((response) => response.writeHead(202).end('got it'))
    const { body } = await club.post(`/admin/api/callbacks/${id}/test`)
    expect(body.data).toMatchObject({ status: 202, error: '', answer: 'got it' })
    expect(receiver.at(path)[0]!.body.svcId).toBe('0'.repeat(24))
    expect((await club.get('/notifications')).body.data).toEqual([])
    expect(await deliveries(club)).toMatchObject([{ kind: 'test', state: 'delivered', attempts: 1 }])
  })

  it('is sent once by three workers at a time', async () => {
    const { club, path } = await clubThatListens()
    const stopping = new AbortController()
    const others = [1, 2].map(() => runDeliveryWorker({ ...app.ctx, retrySeconds: [1] }, stopping.signal))
    await Promise.all(Array.from({ length: 60 }, (_, i) => club.subscribe(`fan-${i}@example.com`, [])))
    await receiver.wait(path, 60)
    await new Promise((done) => setTimeout(done, 700))
    stopping.abort()
    await Promise.all(others)
    expect(receiver.at(path)).toHaveLength(60)
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(60)
  })

  it('shows the log to its own publisher only, by state and callback', async () => {
    const { club, id } = await clubThatListens()
    await club.subscribe('fan@example.com', [])
    const delivery = await settled(club, 'delivered', 1)
    expect(await deliveries(club, `callbackId=${id}&state=delivered`)).toHaveLength(1)
    expect(await deliveries(club, 'state=failed')).toEqual([])
    expect(await deliveries(club, `before=${delivery.id}`)).toEqual([])
    const other = await app.publisher()
    expect(await deliveries(other)).toEqual([])
    expect((await other.get(`/admin/api/deliveries/${delivery.id}`)).status).toBe(404)
  })
})

describe.each(DATABASES)('callbacks on %s', (kind) => {
  const app = useTestApp(kind, {
    config: (config) => ({ ...config, webhooks: { ...config.webhooks, allowPrivate: false } }),
  })

  it('are registered, changed and deleted; secrets are shown once', async () => {
    const club = await app.publisher()
    const created = await club.post('/admin/api/callbacks', {
      url: 'https://example.com/hook',
      name: 'CRM',
      secret: 's',
    })
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'CRM',
      url: 'https://example.com/hook',
      active: true,
      encrypted: true,
      idName: 'svcId',
      created: expect.any(String),
      modified: expect.any(String),
      kinds: ['subscribe', 'schedules-added', 'schedules-removed', 'unsubscribe'],
      signingSecret: expect.stringMatching(/^whsec_/),
    })
    const { id, signingSecret, ...shown } = created.body.data
    expect((await club.get('/admin/api/callbacks')).body.data).toEqual([{ id, ...shown }])
    const changed = await club.put(`/admin/api/callbacks/${id}`, {
      active: false,
      secret: '',
      kinds: ['unsubscribe'],
    })
    expect(changed.body.data).toMatchObject({
      id,
      name: 'CRM',
      active: false,
      encrypted: false,
      kinds: ['unsubscribe'],
    })
    const other = await app.publisher()
    expect((await other.put(`/admin/api/callbacks/${id}`, { active: true })).status).toBe(404)
    expect((await other.delete(`/admin/api/callbacks/${id}`)).status).toBe(404)
    expect((await club.delete(`/admin/api/callbacks/${id}`)).status).toBe(200)
    expect((await club.get('/admin/api/callbacks')).body.data).toEqual([])
  })

  it.each([
    ['no URL', {}, 'url'],
    ['a private address', { url: 'http://10.0.0.1/hook' }, 'url'],
    ['loopback in decimal', { url: 'http://2130706433/' }, 'url'],
    ['loopback mapped into IPv6', { url: 'http://[::ffff:127.0.0.1]/' }, 'url'],
    ['a password', { url: 'https://user:pass@example.com/' }, 'url'],
    ['another scheme', { url: 'ftp://example.com/' }, 'url'],
    ['an unknown kind', { url: 'https://example.com/', kinds: ['everything'] }, 'kinds'],
    ['no kind', { url: 'https://example.com/', kinds: [] }, 'kinds'],
    ['active maybe', { url: 'https://example.com/', active: 'yes' }, 'active'],
  ])('refuse %s', async (_, input, field) => {
    const club = await app.publisher()
    expect(await club.post('/admin/api/callbacks', input)).toMatchObject({
      status: 400,
      body: { statusLong: 'Invalid Callback Data', errors: { [field]: expect.any(String) } },
    })
    expect((await club.get('/admin/api/callbacks')).body.data).toEqual([])
  })

  it('are at most 20, each URL once', async () => {
    const club = await app.publisher()
    for (let i = 0; i < 20; i++) await club.callback(`https://example.com/${i}`)
    expect((await club.post('/admin/api/callbacks', { url: 'https://example.com/21' })).status).toBe(409)
    const [first] = (await club.get('/admin/api/callbacks')).body.data
    expect(
      (await club.put(`/admin/api/callbacks/${first.id}`, { url: 'https://example.com/1' })).status,
    ).toBe(409)
  })
})
