import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyEvent } from '../support/big-calendar.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { peakMemory, TELLS_MEMORY } from '../support/memory-of.ts'
import { rawGet } from '../support/raw-get.ts'
import { commandLinePublisher, dataFolder, startService } from '../support/service-process.ts'
import { record, type TestPublisher } from '../support/test-publisher.ts'

const GZIP = { 'accept-encoding': 'gzip' }

async function clubOnDisk(over: Record<string, string> = {}) {
  const settings = {
    FASTI_DATA: await dataFolder(),
    FASTI_BATCH_INTERVAL_MS: '0',
    FASTI_TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
  }
  const service = await startService({ ...settings, ...over })
  const club = await commandLinePublisher(settings, service.url)
  return { settings, service, club, file: join(settings.FASTI_DATA, 'fasti.db') }
}

/** A public calendar with so many events, and the one that all others are copies of. */
async function bigCalendar(club: TestPublisher, file: string, count: number, from: string) {
  const calendarId = await club.calendar()
  const eventId = await club.event(calendarId, { startDate: from, endDate: from })
  copyEvent(file, eventId, count - 1)
  await club.put(`/event/${eventId}`, { location: 'Town Park' })
  return { calendarId, eventId }
}

describe('feeds of a service with little room', () => {
  it('are right to the byte with a cache of 1 MB, which they keep to', async ({ skip }) => {
    skip(!TELLS_MEMORY, 'the system does not tell how much memory a process had')
    const { settings, service, club, file } = await clubOnDisk({ FASTI_FEED_CACHE_MB: '1' })
    // The same database, seen by a process that has room for all.
    const roomy = await startService(settings)
    const middle = await bigCalendar(club, file, 250, '2026-01-01')
    const big = await bigCalendar(club, file, 10_000, '2021-01-01')
    const other = await club.calendar()
    const event = await club.event(other)

    const paths: string[] = []
    const pathOf = async (calendarIds: string[]) => {
      const fan = await club.subscriber(undefined, calendarIds)
      paths.push(new URL(fan.feedUrl).pathname)
      return fan
    }
    for (let n = 0; n < 8; n++) await pathOf(n % 2 ? [middle.calendarId] : [middle.calendarId, other])
    const personal = await pathOf([other])
    await club.post('/batch/events', {
      type: 'private',
      events: Array.from({ length: 50 }, () => record(personal.svcId)),
    })
    await pathOf([big.calendarId])

    const same = async () => {
      for (const path of paths) {
        const plain = await rawGet(service.url + path)
        expect(plain.status).toBe(200)
        expect(plain.body.equals((await rawGet(roomy.url + path)).body), path).toBe(true)
        const packed = await rawGet(service.url + path, GZIP)
        expect(packed.body.equals((await rawGet(roomy.url + path, GZIP)).body), path).toBe(true)
        expect(packed.headers['content-encoding']).toBe('gzip')
      }
    }
    await same()
    await club.put(`/event/${event}`, { name: 'Renamed while little is kept' })
    await club.put(`/event/${middle.eventId}`, { name: 'Renamed too' })
    await same()
    const [first, second] = [await rawGet(service.url + paths[0]!), await rawGet(service.url + paths[1]!)]
    expect(lintIcs(first.body)).toEqual([])
    expect(first.body.includes('SUMMARY:Renamed while little is kept\r\n')).toBe(true)
    expect(second.body.includes('SUMMARY:Renamed too\r\n')).toBe(true)

    const before = peakMemory(service.pid)
    let megabytes = 0
    for (let round = 0; round < 70; round++) {
      for (const path of paths.slice(0, 8)) {
        const { body } = await rawGet(service.url + path)
        megabytes += body.length / 1_000_000
      }
    }
    expect(megabytes).toBeGreaterThan(40)
    expect(peakMemory(service.pid) - before).toBeLessThan(megabytes / 2)
  })

  it('are sent to others while some read a byte a second, and cost no copy for each of them', async ({
    skip,
  }) => {
    skip(!TELLS_MEMORY, 'the system does not tell how much memory a process had')
    const { service, club, file } = await clubOnDisk()
    const { calendarId, eventId } = await bigCalendar(club, file, 1800, '2021-01-01')
    const fan = await club.subscriber(undefined, [calendarId])
    const { body } = await rawGet(fan.feedUrl)
    const packed = (await rawGet(fan.feedUrl, GZIP)).body
    expect(body.length).toBeGreaterThan(700_000)
    const before = peakMemory(service.pid)

    const [readers, times] = [20, 20]
    const path = new URL(fan.feedUrl).pathname
    const request = (line = '') => `GET ${path} HTTP/1.1\r\nHost: fasti.test\r\n${line}\r\n`
    const slow = Array.from({ length: readers }, (_, index) => {
      const text = request(index % 2 ? 'Accept-Encoding: gzip\r\n' : '')
      return readSlowly(service.url, text.repeat(times))
    })
    await Promise.all(slow.map(({ begun }) => begun))
    for (let n = 0; n < 20; n++) {
      const answer = await rawGet(fan.feedUrl, n % 2 ? GZIP : {})
      expect(answer.body.equals(n % 2 ? packed : body)).toBe(true)
    }
    await club.put(`/event/${eventId}`, { name: 'Renamed meanwhile' })
    expect((await rawGet(fan.feedUrl)).body.includes('SUMMARY:Renamed meanwhile\r\n')).toBe(true)
    const theirs = (readers / 2) * times * (body.length / 1_000_000)
    expect(peakMemory(service.pid) - before).toBeLessThan(theirs / 2)
    for (const { socket } of slow) socket.destroy()
  })
})

/** Sends a request and takes a byte of the answer each second. */
function readSlowly(url: string, text: string): { socket: Socket; begun: Promise<unknown> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  const begun = once(socket, 'readable')
  const timer = setInterval(() => socket.read(1) as unknown, 1000)
  socket.on('close', () => clearInterval(timer))
  socket.write(text)
  return { socket, begun }
}
