import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabaseUrl } from '../support/databases.ts'
import { nodeOf, spreadOverProxy } from '../support/hanging-node.ts'
import { useReceiver } from '../support/receiver.ts'
import { startTestApp } from '../support/test-app.ts'
import { fixture, send, type TestPublisher } from '../support/test-publisher.ts'

const receiver = useReceiver()

/** More than a process has connections. */
const WAITING = 40
const AFTER = 20

it(
  'serves all others while the changes of one publisher wait for each other',
  { timeout: 60_000 },
  async () => {
    const app = await startTestApp('postgres')
    onTestFinished(() => app.close())
    const [busy, other] = [await app.publisher(), await app.publisher()]
    const calendars = [await busy.calendar(), await other.calendar()]
    const fan = await other.subscriber(undefined, [calendars[1]!])
    const change = () => busy.post('/event', { ...fixture(), calendarId: calendars[0] })

    const { db } = app.ctx.config
    const locking = new pg.Client(db.kind === 'postgres' ? db.url : '')
    await locking.connect()
    try {
      await locking.query('begin')
      await locking.query('select * from publisher_revision where publisher_id = $1 for update', [busy.id])
      const waiting = Array.from({ length: WAITING }, change)
      let answered = 0
      for (const one of waiting) void one.then(() => answered++)
      // Three wait with a connection; the others are refused when none of them ends.
      await expect.poll(() => answered).toBeGreaterThan(0)
      for (let n = 0; n < 10; n++) {
        await other.event(calendars[1]!, { name: `Other ${n}` })
        expect((await send(fan.feedUrl)).text).toContain(`SUMMARY:Other ${n}`)
      }
      expect((await send(`${app.url}/readyz`)).status).toBe(200)
      // Reads go on for the publisher itself, too.
      expect((await busy.get('/calendar')).status).toBe(200)
      for (const { status, headers } of await Promise.all(waiting)) {
        expect(status).toBe(503)
        expect(headers.get('retry-after')).toBe('1')
      }
    } finally {
      await locking.end()
    }
    // All that wait in turn get theirs.
    for (const { status } of await Promise.all(Array.from({ length: AFTER }, change)))
      expect(status).toBe(200)
  },
)

it(
  'refuses the publishers of a node that hangs, and serves all others, also in the background',
  { timeout: 60_000 },
  async () => {
    const { url, dispose } = await freshDatabaseUrl('postgres', { tables: true })
    const proxy = await spreadOverProxy(url)
    const app = await startTestApp('postgres', {
      worker: true,
      config: (config) => ({
        ...config,
        db: { ...config.db, kind: 'postgres', url: proxy.url, connections: 10 },
      }),
    })
    onTestFinished(async () => {
      proxy.mend()
      await app.close()
      await proxy.close()
      await dispose()
    })
    const [hung, well] = [await app.publisher(), await app.publisher()]
    const calendar = await well.calendar()
    await well.callback(`${receiver.url}/well`)
    const fans = [await hung.subscriber(), await well.subscriber(undefined, [calendar])]
    const feeds = fans.map((fan) => app.url + new URL(fan.feedUrl).pathname)
    const poll = async (of: number) => (await send(feeds[of]!)).status
    const list = async (club: TestPublisher) => (await club.get('/calendar')).status
    const told = () => receiver.at('/well').map(({ body }) => body.email as string)
    expect([await poll(0), await poll(1), await list(hung)]).toEqual([200, 200, 200])

    proxy.hang(nodeOf(hung.id))
    // More than there are connections.
    const waiting = Array.from({ length: 40 }, (_, n) => (n % 2 ? poll(0) : list(hung)))
    for (let n = 0; n < 10; n++) {
      await well.event(calendar, { name: `Well ${n}` })
      expect((await send(feeds[1]!)).text).toContain(`SUMMARY:Well ${n}`)
      expect(await list(well)).toBe(200)
    }
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([503]))
    // From now on its requests reach no connection.
    const held = proxy.held()
    for (let n = 0; n < 20; n++) expect([await poll(0), await list(hung)]).toEqual([503, 503])
    expect(proxy.held() - held).toBeLessThan(20)

    // Webhooks go out, and reads are counted.
    await well.subscribe('second@example.com', [])
    await expect.poll(told, { timeout: 20_000 }).toContain('second@example.com')
    await app.ctx.feedReads.flush().catch(() => {})
    const { body } = await well.get(`/subscriber/${fans[1]!.svcId}`)
    expect(body.data.totalActivity).toBe(11)

    proxy.mend()
    // It is asked again after eight seconds at most.
    await expect.poll(() => poll(0), { timeout: 20_000 }).toBe(200)
    await expect.poll(() => list(hung), { timeout: 20_000 }).toBe(200)
  },
)
