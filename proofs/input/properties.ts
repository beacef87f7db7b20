import { deepStrictEqual as same } from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvLine } from '../../src/csv.ts'
import { encryptWebhook } from '../../src/webhooks/encrypt-webhook.ts'
import { lintIcs } from '../../test/support/ics-lint.ts'
import { readCalendar } from '../../test/support/read-calendar.ts'
import { fixture, type Json, record, type TestPublisher } from '../../test/support/test-publisher.ts'
import type { Proof } from '../proof.ts'
import { decrypted } from './decrypted.ts'
import { inCell, inFeed, titleOf, unequalShapes } from './surfaces.ts'
import { openApp } from './world.ts'

/** As many events as one request, and one reading of a feed, tries. */
const TOGETHER = 100

/** Any text that the API takes: no controls but tabs and line breaks, no half of a pair. */
const anyText = (most: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: most }),
      fc.string({ unit: 'grapheme', maxLength: most / 8 }),
      fc.string({
        unit: fc.constantFrom(
          ...'\\;,:nN"^= \t\r\n\u2028\u0085\ufeff\u00a0é試🏉',
          '\r\nEND:VEVENT\r\n',
          '\\n',
          'BEGIN:VALARM',
        ),
        maxLength: most / 16,
      }),
    )
    .map((text) => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').toWellFormed())

const anyDay = fc.date({
  min: new Date('2027-03-02T12:00Z'),
  max: new Date('2028-02-20'),
  noInvalidDate: true,
})
const anyEvent = fc.record({
  name: anyText(400).filter((text) => text.trim() !== ''),
  location: anyText(200),
  details: anyText(1000),
  start: anyDay,
  minutes: fc.nat(3000),
  alert: fc.constantFrom('', '15M', '2H', '1D'),
})

/** Texts of all kinds, made by chance: the same seed makes the same ones again. */
export const properties: Proof = {
  promise:
    'what goes in through the API comes out of a parsed feed, whatever it is; so do downloads and encrypted callbacks',
  times: 10_000,
  async run({ times, progress }) {
    const broken: string[] = []
    const seed = Date.now() & 0x7fffffff
    const check = (
      what: string,
      property: fc.IRawProperty<unknown> | fc.IAsyncProperty<unknown>,
      numRuns: number,
    ) =>
      Promise.resolve(
        fc.check(property as fc.IAsyncProperty<unknown>, { numRuns, seed, endOnFailure: false }),
      ).then(
        (result) =>
          void (result.failed && broken.push(`${what}: ${fc.defaultReportMessage(result)?.slice(0, 1500)}`)),
      )
    const events = await inFeeds(times, seed, progress, broken)
    await check(
      'a table',
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 3, maxLength: 3 }), { minLength: 1 }),
        tableReads,
      ),
      times,
    )
    await check(
      'an encrypted callback',
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        encryptionOpens,
      ),
      times,
    )
    return { figures: { events, tables: times, 'encrypted payloads': times, seed }, broken }
  },
}

async function inFeeds(
  times: number,
  seed: number,
  progress: (text: string) => void,
  broken: string[],
): Promise<number> {
  const app = await openApp()
  try {
    const club = await app.publisher()
    const rounds = Math.ceil(times / TOGETHER)
    for (let round = 0; round < rounds; round++) {
      progress(`${round * TOGETHER} events`)
      const size = Math.min(TOGETHER, times - round * TOGETHER)
      const events = fc.sample(anyEvent, { numRuns: size, seed: seed + round })
      broken.push(...(await comeOut(club, events, round)))
    }
    return times
  } finally {
    await app.close()
  }
}

type Given = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never

/** Half of the rounds send a batch, each other one sends public events one by one; both are read from a person's feed. */
async function comeOut(club: TestPublisher, events: Given[], round: number): Promise<string[]> {
  const calendar = await club.calendar()
  const fan = await club.subscriber(undefined, [calendar])
  const sent = events.map((event) => ({ ...timesOf(event), ...textsOf(event), alert: event.alert }))
  const ids = round % 2 ? await oneByOne(club, calendar, sent) : await inBatch(club, fan.svcId, sent)
  const bytes = Buffer.from(await (await fetch(fan.feedUrl)).arrayBuffer())
  const broken = lintIcs(bytes).map((fault) => JSON.stringify(fault))
  const read = new Map(readCalendar(bytes.toString()).map((event) => [event.uid.split('@')[0], event]))
  if (read.size !== events.length) broken.push(`${read.size} of ${events.length} events are in the feed`)
  for (const [index, { name, location, details }] of sent.entries()) {
    const { start, end } = events[index] ? instantsOf(events[index]) : { start: '', end: '' }
    const shown = read.get(ids[index])
    const meant = {
      summary: titleOf(name),
      location: inFeed(location),
      start,
      end,
      alarms: events[index]!.alert ? 1 : 0,
    }
    const is = shown && {
      summary: shown.summary,
      location: shown.location,
      start: shown.start,
      end: shown.end,
      alarms: shown.alarms.length,
    }
    if (JSON.stringify(is) !== JSON.stringify(meant) || !shown?.description.startsWith(inFeed(details)))
      broken.push(`${JSON.stringify({ ...meant, details })} is ${JSON.stringify(shown)}`)
  }
  return [...broken, ...unequalShapes(bytes.toString())]
}

const textsOf = ({ name, location, details }: Given) => ({
  name,
  location: location.trim() ? location : 'x',
  details,
})

const minuteOf = (time: Date) => new Date(Math.floor(time.getTime() / 60_000) * 60_000)
const instantsOf = ({ start, minutes }: Given) => {
  const from = minuteOf(start)
  const iso = (time: Date) => time.toISOString().replace(':00.000Z', 'Z')
  return { start: iso(from), end: iso(new Date(from.getTime() + minutes * 60_000)) }
}

function timesOf(event: Given) {
  const { start, end } = instantsOf(event)
  return {
    ...{ startDate: start.slice(0, 10), startTime: start.slice(11, 16), timezone: 'UTC' },
    ...{ endDate: end.slice(0, 10), endTime: end.slice(11, 16) },
  }
}

async function inBatch(club: TestPublisher, svcId: string, sent: Json[]): Promise<string[]> {
  const events = sent.map((event) => record(svcId, event))
  const { body, text } = await club.post('/batch/events', { type: 'private', events })
  if (body?.added !== sent.length) throw new Error(`a batch was answered ${text.slice(0, 500)}`)
  return (body.items as Json[]).map((item) => item.id as string)
}

async function oneByOne(club: TestPublisher, calendarId: string, sent: Json[]): Promise<string[]> {
  const ids: string[] = []
  for (const event of sent) ids.push(await club.event(calendarId, fixture(event)))
  return ids
}

/** A table that is written and read again: equal, but for the mark in front of what looks like a formula. */
function tableReads(rows: string[][]): void {
  const table = rows.map((row) => csvLine(['x', ...row])).join('')
  const read = parse(table, { record_delimiter: '\r\n' })
  const meant = rows.map((row) => ['x', ...row].map(inCell))
  same(read, meant)
}

function encryptionOpens(body: string, secret: string): void {
  const { payload } = JSON.parse(encryptWebhook(body, secret)) as { payload: string }
  same(decrypted(payload, secret), body.toWellFormed())
}
