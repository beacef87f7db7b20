import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Sender, SendResult } from '../../src/webhooks/sender.ts'
import { DATABASES } from '../support/databases.ts'
import { Receiver } from '../support/receiver.ts'
import { startTestApp, useTestApp } from '../support/test-app.ts'
import type { TestPublisher } from '../support/test-publisher.ts'
import { userOf } from '../support/users.ts'

const BEHIND_PROXY = {
  config: <T extends { http: { trustedProxies: number } }>(config: T): T => ({
    ...config,
    http: { ...config.http, trustedProxies: 1 },
  }),
}

async function subscribe(club: TestPublisher, count: number): Promise<void> {
  for (let i = 0; i < count; i++) expect((await club.subscribe(`fan-${i}@example.com`, [])).status).toBe(200)
}

describe.each(DATABASES)("other publishers' callbacks on %s", (kind) => {
  const app = useTestApp(kind, { worker: true, ...BEHIND_PROXY })

  /** A server that keeps requests waiting until it is told to answer. */
  async function holdingReceiver() {
    const receiver = new Receiver()
    await receiver.listen()
    const held: ServerResponse[] = []
    onTestFinished(async () => {
      for (const response of held) response.destroy()
      await receiver.close()
    })
    const hold = (path: string) => {
      receiver.answers.set(path, (response) => void held.push(response))
      return receiver.url + path
    }
    return { receiver, hold, held }
  }

  it('arrive while one publisher has 20 that take long', async () => {
    const greedy = await app.publisher()
    // On three hosts, since one host has a limit for all publishers together.
    const servers = [await holdingReceiver(), await holdingReceiver(), await holdingReceiver()]
    for (let n = 0; n < 20; n++) await greedy.callback(servers[n % 3]!.hold(`/${n}`))
    const underWay = () => servers.reduce((sum, { held }) => sum + held.length, 0)
    await subscribe(greedy, 17)
    await expect.poll(underWay).toBeGreaterThanOrEqual(64)

    const quick = new Receiver()
    await quick.listen()
    onTestFinished(() => quick.close())
    const club = await app.publisher()
    await club.callback(`${quick.url}/quick`)
    await subscribe(club, 3)
    await quick.wait('/quick', 3)
    // None of the others' was answered before.
    expect(underWay()).toBe(64)
  })
})

describe.each(DATABASES)('a callback that takes long on %s', (kind) => {
  it('gets one at a time from then on, though it accepts each', async () => {
    const underWay: ((result: SendResult) => void)[] = []
    const sender: Sender = {
      send: () => new Promise((done) => void underWay.push(done)),
      close: () => Promise.resolve(),
    }
    const app = await startTestApp(kind, { worker: true, sender, ...BEHIND_PROXY })
    const answerAll = (durationMs: number) => {
      const answered = { ok: true, status: 204, error: null, answer: '', durationMs }
      return underWay.splice(0).map((answer) => answer(answered)).length
    }
    const answerFrom = () => setInterval(() => answerAll(5), 5)
    onTestFinished(async () => {
      const timer = answerFrom() // closing waits for the deliveries under way
      await app.close()
      clearInterval(timer)
    })
    const club = await app.publisher()
    await subscribe(club, 40)
    const { id } = await club.callback('http://127.0.0.1:9999/slow')
    // All are due at once.
    const all = { from: '2020-01-01T00:00:00Z' }
    expect((await club.post(`/admin/api/callbacks/${id}/replay`, all)).body.replayed).toBe(40)
    await expect.poll(() => underWay.length).toBe(16)
    const delivered = async () =>
      (await club.get('/admin/api/deliveries?state=delivered')).body.data.length as number
    for (let sent = 16; sent < 20; sent++) {
      expect(answerAll(9500)).toBe(sent === 16 ? 16 : 1)
      await expect.poll(delivered).toBe(sent)
      await expect.poll(() => underWay.length).toBe(1)
    }
    const timer = answerFrom()
    await expect.poll(delivered).toBe(40)
    clearInterval(timer)
  })
})

describe.each(DATABASES)('trying callbacks out on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)

  it('is for ten times a minute, of a program and of people together', async () => {
    await using receiver = new Receiver()
    await receiver.listen()
    const club = await app.publisher()
    const editor = await userOf(app, club, 'editor')
    const [one, other] = [await club.callback(`${receiver.url}/1`), await club.callback(`${receiver.url}/2`)]
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await club.post(`/admin/api/callbacks/${one.id}/test`)).status)
      statuses.push((await editor.post(`/callbacks/${other.id}/test`)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    const refused = await club.post(`/admin/api/callbacks/${one.id}/test`)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(receiver.received).toHaveLength(10)
    // The general limit is another one.
    expect((await club.get('/admin/api/callbacks')).status).toBe(200)
    const neighbour = await app.publisher()
    const { id } = await neighbour.callback(`${receiver.url}/3`)
    expect((await neighbour.post(`/admin/api/callbacks/${id}/test`)).status).toBe(200)
  })
})
