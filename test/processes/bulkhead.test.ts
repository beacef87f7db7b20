import { expect, it, onTestFinished } from 'vitest'
import { nextRevision } from '../../src/revisions/revision.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { spreadOver } from '../support/spread-database.ts'
import { startTestApp } from '../support/test-app.ts'
import { fixture, send } from '../support/test-publisher.ts'

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

    await app.ctx.db.transaction().execute(async (tx) => {
      await nextRevision(tx, busy.id, Date.now())
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
      for (const { status, headers } of await Promise.all(waiting)) {
        expect(status).toBe(503)
        expect(headers.get('retry-after')).toBe('1')
      }
    })
    // All that wait in turn get theirs.
    for (const { status } of await Promise.all(Array.from({ length: AFTER }, change)))
      expect(status).toBe(200)
  },
)

it(
  'refuses the publishers of a node that hangs at once, and serves all others',
  { timeout: 60_000 },
  async () => {
    const { url, dispose } = await freshDatabaseUrl('postgres', { tables: true })
    const spread = await spreadOver(url)
    const app = await startTestApp('postgres', {
      config: (config) => ({
        ...config,
        db: { ...config.db, kind: 'postgres', url: spread.url, connections: 10 },
      }),
    })
    onTestFinished(async () => {
      await app.close()
      await spread.forget()
      await dispose()
    })
    const [hung, well] = [await app.publisher(), await app.publisher()]
    const calendar = await well.calendar()
    const fans = [await hung.subscriber(), await well.subscriber(undefined, [calendar])]
    const feeds = fans.map((fan) => app.url + new URL(fan.feedUrl).pathname)
    const poll = async (of: number) => (await send(feeds[of]!)).status
    expect(await poll(0)).toBe(200)

    await spread.fail(hung.id, 'hangs')
    const waiting = Array.from({ length: 20 }, () => poll(0))
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([503]))
    // From now on none of its requests waits with a connection: there are more of them than connections.
    const refused = Array.from({ length: 40 }, (_, n) =>
      n % 2 ? poll(0) : hung.get('/calendar').then(({ status }) => status),
    )
    for (let n = 0; n < 10; n++) {
      await well.event(calendar, { name: `Well ${n}` })
      expect((await send(feeds[1]!)).text).toContain(`SUMMARY:Well ${n}`)
    }
    expect(new Set(await Promise.all(refused))).toEqual(new Set([503]))

    await spread.mend()
    await expect.poll(() => poll(0), { timeout: 10_000 }).toBe(200)
    expect((await hung.get('/calendar')).status).toBe(200)
  },
)
