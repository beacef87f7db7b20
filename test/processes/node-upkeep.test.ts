import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startUpkeep } from '../../src/upkeep.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { deviceOf, pushRegister } from '../support/dav.ts'
import { nodeOf, spreadOverProxy } from '../support/hanging-node.ts'
import { usePushService } from '../support/push-service.ts'
import { useReceiver } from '../support/receiver.ts'
import { startSourceServer } from '../support/source-server.ts'
import { spreadOver } from '../support/spread-database.ts'
import { startTestApp } from '../support/test-app.ts'
import { expectOk, record, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, invitationTo, userOf } from '../support/users.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A look over all publishers finds out within seconds that a node hangs. */
const PATIENCE = { timeout: 20_000 }
/** The upkeep comes again and again; a node that is back is asked within eight seconds. */
const AGAIN = { timeout: 30_000, interval: 3000 }

const TROUBLES = ['is away', 'hangs'] as const
type Trouble = (typeof TROUBLES)[number]

/** Tables whose old rows are deleted, each with a row of the publisher below. */
const FORGOTTEN = [
  ...['batch_answer', 'cut_feed', 'push_registration', 'request_window'],
  ...['session', 'sign_in_link', 'used_nonce'],
]

const receiver = useReceiver()
const devices = usePushService()

describe.each(TROUBLES)('while a node %s', (trouble) => {
  it('what is over is forgotten for all others', { timeout: 120_000 }, async () => {
    const { app, gone, well, begin, mend, later, upkeep, count } = await startSpread(trouble)

    /** A publisher with a row in each table. */
    async function furnish(club: TestPublisher) {
      const calendar = await club.calendar()
      const fan = await club.subscriber(undefined, [calendar])
      const batch = { type: 'private', events: [record(fan.svcId)] }
      await club.post('/batch/events', batch, { 'idempotency-key': 'once' })
      const timestamp = Math.floor(app.ctx.now() / 1000)
      expectOk(await club.get(`/calendar?timestamp=${timestamp}&nonce=only-this-time`))
      await userOf(app, club, 'owner')
      await invitationTo(app, club, 'editor')
      app.ctx.cutFeeds.record(club.id, 'calendar', calendar, { side: 'until', at: app.ctx.now() })
      await app.ctx.cutFeeds.flush()
      const [device, phone] = [await deviceOf(club, fan.svcId), devices.browser()]
      const registration = pushRegister(phone.endpoint, phone.keys)
      await device.ask('POST', `${device.home}${calendar}/`, registration, {
        'content-type': 'application/xml',
      })
    }
    for (const club of [gone, well]) await furnish(club)
    const left = async ({ id }: TestPublisher) => {
      const tables: string[] = []
      for (const table of FORGOTTEN) if ((await count(table, id)) > 0) tables.push(table)
      return tables
    }
    expect([await left(gone), await left(well)]).toEqual([FORGOTTEN, FORGOTTEN])

    later(91 * DAY_MS)
    await begin()
    upkeep()
    await expect.poll(() => left(well), PATIENCE).toEqual([])
    expect(await left(gone)).toEqual(FORGOTTEN)

    await mend()
    await expect.poll(() => (upkeep(), left(gone)), AGAIN).toEqual([])
  })

  it('sources of all others are read, and their erasures finished', { timeout: 120_000 }, async () => {
    const { app, gone, well, begin, mend, later, upkeep, count, metric } = await startSpread(trouble)
    await using server = await startSourceServer()

    const season = (name: string) =>
      [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:first', 'DTSTAMP:20270301T060000Z'],
        ...['DTSTART:20990310T150000Z', 'DURATION:PT2H', `SUMMARY:${name}`, 'END:VEVENT'],
        ...['END:VCALENDAR', ''],
      ].join('\r\n')

    async function furnish(club: TestPublisher) {
      const [calendarId, owner] = [await club.calendar(), await userOf(app, club, 'owner')]
      expectOk(await owner.post('/sources', { calendarId, url: `${server.url}?${calendarId}`, every: 60 }))
      const { svcId } = await club.subscriber()
      expectOk(await owner.delete(`/subscribers/${svcId}`))
      return async () => {
        const { body } = await club.get(`/event?calendarIds=${calendarId}&showDraft=1`)
        return [body.data?.[0]?.name, await count('erased_subscriber', club.id, 'done = 0')]
      }
    }
    server.serve(season('First'))
    const [ofGone, ofWell] = [await furnish(gone), await furnish(well)]
    upkeep()
    await expect.poll(ofGone, PATIENCE).toEqual(['First', 1])
    await expect.poll(ofWell, PATIENCE).toEqual(['First', 1])

    later(2 * HOUR_MS)
    server.serve(season('Second'))
    await begin()
    // The metrics count those of the others.
    expect(await metric('fasti_erasures_waiting')).toBe('1')
    // An erasure waits until the last notification is delivered.
    await expect.poll(() => (upkeep(), ofWell()), AGAIN).toEqual(['Second', 0])
    expect(await count('erased_subscriber', gone.id, 'done = 0')).toBe(1)

    await mend()
    await expect.poll(() => (upkeep(), ofGone()), AGAIN).toEqual(['Second', 0])
  })
})

/** An app on a spread database, with two publishers on nodes of their own. */
async function startSpread(trouble: Trouble) {
  const { url, dispose } = await freshDatabaseUrl('postgres', { tables: true })
  const spread = await imitate(trouble, url)
  const rows = new pg.Client(url)
  await rows.connect()
  let ahead = 0
  const app = await startTestApp('postgres', {
    worker: true,
    now: () => Date.now() + ahead,
    config: (config) => ({
      ...BEHIND_PROXY.config(config),
      db: { ...config.db, kind: 'postgres', url: spread.url, connections: 10 },
    }),
  })
  let running = new AbortController()
  onTestFinished(async () => {
    running.abort()
    await spread.mend()
    await app.close()
    await rows.end()
    await spread.close()
    await dispose()
  })
  const [gone, well] = [await app.publisher(), await app.publisher()]
  for (const club of [gone, well]) await club.callback(`${receiver.url}/somewhere`)

  /** The value of a metric, as text. */
  async function metric(name: string): Promise<string | undefined> {
    const { text } = await send(`${app.url}/metrics`)
    return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]
  }
  /** Begins the trouble, and resolves when the metrics say so. */
  async function begin(): Promise<void> {
    await spread.begin(gone)
    await expect.poll(() => metric('fasti_publishers_unreachable'), PATIENCE).toBe('1')
  }

  /** Begins all that the upkeep does within an hour. */
  function upkeep(): void {
    running.abort()
    running = new AbortController()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      startUpkeep(app.ctx, running.signal)
      vi.advanceTimersByTime(HOUR_MS)
    } finally {
      vi.useRealTimers()
    }
  }

  async function count(table: string, publisherId: number, condition = 'true'): Promise<number> {
    const text = `select 1 from ${table} where publisher_id = $1 and ${condition}`
    return (await rows.query(text, [publisherId])).rowCount!
  }
  const later = (ms: number) => (ahead += ms)
  return { app, gone, well, begin, mend: spread.mend, later, upkeep, count, metric }
}

async function imitate(trouble: Trouble, adminUrl: string) {
  if (trouble === 'hangs') {
    const proxy = await spreadOverProxy(adminUrl)
    return {
      url: proxy.url,
      begin: async ({ id }: TestPublisher) => proxy.hang(nodeOf(id)),
      mend: async () => proxy.mend(),
      close: () => proxy.close(),
    }
  }
  const spread = await spreadOver(adminUrl)
  return {
    url: spread.url,
    begin: ({ id }: TestPublisher) => spread.fail(id, trouble),
    mend: () => spread.mend(),
    close: () => spread.forget(),
  }
}
