import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { buildServer } from '../../src/http/server.ts'
import { copyEvent } from '../support/big-calendar.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { rawGet } from '../support/raw-get.ts'
import { startTestApp, type TestApp, useTestApp } from '../support/test-app.ts'

const GZIP = { 'accept-encoding': 'gzip' }
const PATIENCE_MS = 60_000

describe('feeds for clients that hold on', () => {
  // All of them come from this machine.
  const app = useTestApp('sqlite', {
    config: (config) => ({ ...config, http: { ...config.http, maxPerAddress: 0 } }),
  })

  it('end their connection when nobody takes them', async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    const eventId = await club.event(calendarId)
    const { db } = app.ctx.config
    if (db.kind === 'sqlite') copyEvent(db.file, eventId, 3000)
    await club.put(`/event/${eventId}`, { location: 'Town Park' })
    const fan = await club.subscriber(undefined, [calendarId])
    const path = new URL(fan.feedUrl).pathname

    const server = await buildServer(app.ctx)
    expect(server.server.timeout).toBe(PATIENCE_MS)
    await server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.server.address() as AddressInfo
    // On a busy machine it may take longer to write the feed for the first time than the timeout below.
    await rawGet(`http://127.0.0.1:${port}${path}`)
    server.server.timeout = 300
    const connections = promisify(server.server.getConnections.bind(server.server))
    // Far more than the system keeps for somebody who does not read.
    const requests = `GET ${path} HTTP/1.1\r\nHost: fasti.test\r\n\r\n`.repeat(30)
    let opened = 0
    server.server.on('connection', () => opened++)
    const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
    try {
      for (const socket of sockets) {
        socket.on('error', () => {}).pause()
        socket.write(requests)
      }
      await expect.poll(() => opened).toBe(sockets.length)
      expect((await rawGet(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
      await expect.poll(() => connections(), { timeout: 30_000 }).toBe(0)
    } finally {
      for (const socket of sockets) socket.destroy()
      await server.close()
    }
  })

  it('are sent while thousands of others hold a connection and say nothing', async ({ skip }) => {
    const count = 5000
    const most = openFiles()
    skip(most < 2 * count + 1000, `this system allows ${most} open files only`)
    const club = await app.publisher()
    const calendarId = await club.calendar()
    await club.event(calendarId)
    const fan = await club.subscriber(undefined, [calendarId])
    const { body, headers } = await rawGet(fan.feedUrl)
    const idle: Socket[] = []
    let closed = 0
    for (let wave = 0; wave < count / 250; wave++) {
      const sockets = Array.from({ length: 250 }, () => connect(Number(new URL(app.url).port), '127.0.0.1'))
      idle.push(...sockets)
      await Promise.all(
        sockets.map(async (socket) => {
          socket.on('close', () => closed++).on('error', () => {})
          socket.write('GET /healthz HTTP/1.1\r\nHost: fasti.test\r\n\r\n')
          await once(socket, 'data')
        }),
      )
    }
    try {
      for (let n = 0; n < 10; n++) expect((await rawGet(fan.feedUrl)).body.equals(body)).toBe(true)
      const known = await rawGet(fan.feedUrl, { 'if-none-match': headers.etag! })
      expect(known.status).toBe(304)
      await club.event(calendarId, { name: 'One more' })
      expect((await rawGet(fan.feedUrl)).body.includes('SUMMARY:One more\r\n')).toBe(true)
      expect(closed).toBe(0)
      // A connection that was quiet so long is as good as new.
      idle[0]!.write('GET /healthz HTTP/1.1\r\nHost: fasti.test\r\n\r\n')
      const [bytes] = (await once(idle[0]!, 'data')) as [Buffer]
      expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200 /)
    } finally {
      for (const socket of idle) socket.destroy()
    }
  })
})

describe('feeds while PostgreSQL is away', () => {
  let postgres: PostgresServer
  let app: TestApp

  beforeAll(async () => {
    postgres = await startPostgres()
    const url = await postgres.createDatabase()
    app = await startTestApp('sqlite', {
      config: (config) => ({ ...config, db: readConfig({ DATABASE_URL: url }).db }),
    })
  })
  afterAll(async () => {
    await app?.close()
    await postgres?.stop()
  })

  it('are 503 to all who ask, never old and never empty, and right again when it is back', async () => {
    const club = await app.publisher()
    const calendarId = await club.calendar()
    await club.event(calendarId, { name: 'Before' })
    const fan = await club.subscriber(undefined, [calendarId])
    const publicUrl = `${app.url}/calendar/${calendarId}.ics`
    const urls = [fan.feedUrl, fan.feedUrl.slice(0, fan.feedUrl.lastIndexOf('/')), publicUrl]
    const before = await Promise.all(urls.map((url) => rawGet(url)))

    await postgres.kill()
    for (const [index, url] of urls.entries()) {
      const tag = { 'if-none-match': before[index]!.headers.etag! }
      const since = { 'if-modified-since': before[index]!.headers['last-modified']! }
      for (const headers of [{}, GZIP, tag, since]) {
        const answer = await rawGet(url, headers)
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60'])
        expect(answer.headers.etag).toBeUndefined()
        expect(answer.headers['content-encoding']).toBeUndefined()
        expect(answer.body.toString()).not.toMatch(/VCALENDAR|ECONN|postgres/i)
      }
      expect((await rawGet(url, {}, 'HEAD')).status).toBe(503)
    }
    // A forged address is recognised without the database.
    expect((await rawGet(`${app.url}/feed/nobody/x.ics`)).status).toBe(404)

    await postgres.restart()
    await expect.poll(async () => (await rawGet(fan.feedUrl)).status, { timeout: 20_000 }).toBe(200)
    for (const [index, url] of urls.entries()) {
      const answer = await rawGet(url)
      expect(answer.body.equals(before[index]!.body)).toBe(true)
      expect(answer.headers.etag).toBe(before[index]!.headers.etag)
    }
    await club.event(calendarId, { name: 'After' })
    expect((await rawGet(fan.feedUrl)).body.includes('SUMMARY:After\r\n')).toBe(true)
  })
})

/** How many files, and so connections, a process may have open. Node raises its own limit to the most allowed. */
function openFiles(): number {
  const limit = process.report.getReport() as { userLimits?: { open_files?: { hard: string | number } } }
  const hard = limit.userLimits?.open_files?.hard
  return hard === undefined ? 0 : Number(hard === 'unlimited' ? Infinity : hard)
}
