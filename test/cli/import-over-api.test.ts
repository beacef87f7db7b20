import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { FastiClient } from '../../client/src/index.ts'
import { applyOverApi, fetchCalendar } from '../../src/imports/import-over-api.ts'
import { type Fault, startFaultyProxy } from '../support/faulty-proxy.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { runHere } from './run-here.ts'

const app = useTestApp('sqlite')
const HEAD = 'reference,name,location,date,start time,end time'
const ROWS = [
  'a,City v Town,City Ground,2027-03-20,15:00,17:00',
  'b,Town v City,Town Park,2027-03-27,15:00,17:00',
]

/** A publisher with an empty calendar, reached through a proxy that meets these faults. */
async function start(faults: Fault[] = []) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fasti-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const publisher = await app.publisher()
  const calendarId = await publisher.calendar({ name: 'Rugby', reference: 'rugby' })
  const posts = { count: 0 }
  const proxy = await startFaultyProxy(app.url, ({ method }) =>
    method === 'POST' ? (faults[posts.count++] ?? 'pass') : 'pass',
  )
  const { apiKey, secret } = publisher
  const env = { FASTI_CWD: folder, FASTI_API_KEY: apiKey, FASTI_SECRET: secret }
  const all = 'showPastEvents=true&showDraft=1'
  return {
    publisher,
    calendarId,
    async import(content: string, ...args: string[]) {
      await writeFile(path.join(folder, 'file'), content)
      return runHere(['import', 'file', '--calendar', 'rugby', '--url', proxy.url, ...args], env)
    },
    events: async (): Promise<Json[]> =>
      (await publisher.get(`/event?calendarIds=${calendarId}&${all}`)).body?.data ?? [],
  }
}

const table = (...rows: string[]) => [HEAD, ...rows].join('\n')

it('brings a file to another service, and a second run changes only what changed', async () => {
  const club = await start()
  const zone = ['--timezone', 'Europe/London']
  expect(await club.import(table(...ROWS), ...zone)).toMatchObject({
    code: 0,
    stdout: 'Rugby: 2 added, 0 changed, 0 unchanged, 0 removed, 0 faulty\n',
    stderr: 'Importing 100 % (2 of 2)\n',
  })
  const before = await club.events()
  expect(before).toMatchObject([
    { reference: 'a', draft: 0, startGmt: '20270320T150000Z' },
    { reference: 'b', draft: 0 },
  ])
  await club.publisher.put('/event/b', { 'quickLink[3][url]': 'https://a.example/', alert: '2H' })
  expect(await club.import(table(...ROWS))).toMatchObject({
    code: 0,
    stdout: 'Rugby: 0 added, 0 changed, 2 unchanged, 0 removed, 0 faulty\n',
  })
  const moved = table(ROWS[0]!, ROWS[1]!.replace('15:00', '14:00'), 'c,New,Pier,2027-04-03,15:00,17:00')
  expect(await club.import(moved, '--dry-run')).toMatchObject({
    code: 0,
    stdout: [
      '+ 2027-04-03 15:00 New',
      '~ 2027-03-27 14:00 Town v City   (was 2027-03-27 15:00 Town v City)',
      'Rugby, not written: 1 added, 1 changed, 1 unchanged, 0 removed, 0 faulty',
      '',
    ].join('\n'),
  })
  expect((await club.import(moved, '--draft', '--sha256')).stdout).toBe(
    'Rugby: 1 added, 1 changed, 1 unchanged, 0 removed, 0 faulty\n',
  )
  const after = await club.events()
  expect(after).toMatchObject([
    { id: before[0].id, modified: before[0].modified },
    { startTime: '14:00', alert: '2H', 'quickLink[3][url]': 'https://a.example/', draft: 0 },
    { reference: 'c', draft: 1 },
  ])
})

it('removes the events that a calendar file cancels', async () => {
  const club = await start()
  const file = (status: string) =>
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:x',
      'SUMMARY:Cup',
      'LOCATION:Pier',
      'DTSTART;VALUE=DATE:20270501',
      status,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
  await club.import(file('STATUS:CONFIRMED'), '--timezone', 'UTC')
  expect(await club.events()).toMatchObject([{ allDay: true }])
  expect((await club.import(file('STATUS:CANCELLED'))).stdout).toContain('0 unchanged, 1 removed')
  expect(await club.events()).toEqual([])
})

const LESSON = ['BEGIN:VEVENT', 'UID:lessons', 'SUMMARY:Piano', 'LOCATION:Room 4']
const ZONE = 'TZID=Europe/London'
const lessons = (...lines: string[]) => [
  ...LESSON,
  ...[`DTSTART;${ZONE}:20270302T160000`, `DTEND;${ZONE}:20270302T164500`, ...lines, 'END:VEVENT'],
]
const changed = (day: string, ...lines: string[]) => [
  ...[...LESSON, `RECURRENCE-ID;${ZONE}:${day}T160000`, ...lines, 'END:VEVENT'],
]
const ics = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
const TERM = ics(
  ...lessons('RRULE:FREQ=WEEKLY;UNTIL=20270427T225959Z', `EXDATE;${ZONE}:20270406T160000,20270413T160000`),
  ...changed('20270316', `DTSTART;${ZONE}:20270317T173000`, `DTEND;${ZONE}:20270317T181500`),
  ...changed('20270323', `DTSTART;${ZONE}:20270323T160000`, 'STATUS:CANCELLED'),
)

it('keeps series with their exceptions, and a second run changes only what changed', async () => {
  const club = await start()
  const zone = ['--timezone', 'Europe/London']
  expect((await club.import(TERM, '--dry-run', ...zone)).stdout).toBe(
    [
      '+ 2027-03-02 16:00 Piano (series, FREQ=WEEKLY;UNTIL=20270427T225959Z, 6 dates)',
      'Rugby, not written: 6 added, 0 changed, 0 unchanged, 0 removed, 0 faulty; 1 series with 6 dates',
      '',
    ].join('\n'),
  )
  expect(await club.import(TERM, ...zone)).toMatchObject({
    code: 0,
    stdout: 'Rugby: 6 added, 0 changed, 0 unchanged, 0 removed, 0 faulty; 1 series with 6 dates\n',
    stderr: 'Importing 100 % (6 of 6)\n',
  })
  const before = await club.events()
  expect(before.map(({ startDate, startTime }) => `${startDate} ${startTime}`)).toEqual([
    ...['2027-03-02 16:00', '2027-03-09 16:00', '2027-03-17 17:30', '2027-03-30 16:00'],
    ...['2027-04-20 16:00', '2027-04-27 16:00'],
  ])
  expect((await club.import(TERM)).stdout).toContain('0 added, 0 changed, 6 unchanged, 0 removed, 0 faulty')
  await club.publisher.put('/event/lessons@2027-03-09', { location: 'Hall', alert: '1D' })
  const shorter = ics(...lessons('RRULE:FREQ=WEEKLY;UNTIL=20270330'))
  expect((await club.import(shorter, '--dry-run')).stdout).toBe(
    [
      '~ 2027-03-02 16:00 Piano (series, FREQ=WEEKLY;UNTIL=20270330, 5 dates)',
      '  + 2027-03-23 16:00 Piano',
      '  ~ 2027-03-09 16:00 Piano',
      '  ~ 2027-03-16 16:00 Piano   (was 2027-03-17 17:30 Piano)',
      '  - 2027-04-20 16:00 Piano',
      '  - 2027-04-27 16:00 Piano',
      'Rugby, not written: 1 added, 2 changed, 2 unchanged, 2 removed, 0 faulty; 1 series with 5 dates',
      '',
    ].join('\n'),
  )
  expect((await club.import(shorter)).stdout).toContain('1 added, 2 changed, 2 unchanged, 2 removed')
  const after = await club.events()
  expect(after).toMatchObject([
    { id: before[0]!.id, modified: before[0]!.modified },
    { id: before[1]!.id, location: 'Room 4', alert: '1D' },
    { id: before[2]!.id, startDate: '2027-03-16', startTime: '16:00' },
    { startDate: '2027-03-23' },
    { id: before[3]!.id, modified: before[3]!.modified },
  ])
  expect((await club.import(shorter)).stdout).toContain('0 added, 0 changed, 5 unchanged, 0 removed')
  const gone = ics(...lessons('RRULE:FREQ=WEEKLY;UNTIL=20270330', 'STATUS:CANCELLED'))
  expect((await club.import(gone)).stdout).toContain('0 unchanged, 5 removed')
  expect(await club.events()).toEqual([])
})

it('makes a series of dates that were imported as single events, and leaves other series alone', async () => {
  const club = await start()
  const single = (day: string) =>
    lessons().map((line) =>
      line.replace('UID:lessons', `UID:lessons/${day}T160000Z`).replaceAll('20270302', day),
    )
  await club.import(ics(...single('20270302'), ...single('20270309')), '--timezone', 'Europe/London')
  const [first] = await club.events()
  expect((await club.import(TERM)).stdout).toContain('4 added, 2 changed, 0 unchanged, 0 removed, 0 faulty')
  const events = await club.events()
  expect(events).toHaveLength(6)
  expect(events[0]).toMatchObject({ id: first!.id, reference: 'lessons@2027-03-02' })
  const refused = await club.import(ics(...lessons()))
  expect(refused.stderr).toContain('file:2: Event reference [lessons] is that of a series\n')
  expect(await club.events()).toEqual(events)
})

it('goes on where somebody removed an event meanwhile', async () => {
  const { publisher, calendarId } = await start()
  for (const reference of ['a', 'b', 'c']) await publisher.event(calendarId, { reference })
  const client = new FastiClient({ ...publisher, url: app.url })
  const calendar = await fetchCalendar(client, calendarId, undefined, {})
  await publisher.delete('/event/b')
  const none = { added: [], changed: [], joined: [], unchanged: [], faults: [], required: [] }
  const noSeries = { series: [], dissolved: [] }
  const plan = { ...none, ...noSeries, removed: calendar.stored }
  const options = { draft: false, removeMissing: false }
  const done = await applyOverApi(client, calendar, plan, options)
  expect(done).toMatchObject({ removed: 2, faults: [] })
})

it('puts events of other calendars into this one with --join, and changes nothing else of them', async () => {
  const club = await start()
  const city = await club.publisher.calendar({ name: 'City' })
  const id = await club.publisher.event(city, { reference: 'a', name: 'City v Town', draft: 0 })
  const zone = ['--timezone', 'Europe/London']
  expect((await club.import(table(...ROWS), '--join', '--dry-run', ...zone)).stdout).toMatch(
    /^\+ 2027-03-27 15:00 Town v City\n= .* City v Town \(joined\)\nRugby, not written: 1 added, 0 changed, 1 joined,/,
  )
  expect((await club.import(table(...ROWS), '--join', ...zone)).stdout).toBe(
    'Rugby: 1 added, 0 changed, 1 joined, 0 unchanged, 0 removed, 0 faulty\n',
  )
  const { data } = (await club.publisher.get(`/event/${id}`)).body
  expect(data).toMatchObject({
    calendarId: city,
    calendarIds: [city, club.calendarId],
    location: 'City Ground',
  })
  expect((await club.import(table(...ROWS), '--join')).stdout).toContain('0 joined, 2 unchanged')
})

it('tells what is wrong by line, and brings the rest', async () => {
  const club = await start()
  const other = await club.publisher.calendar()
  await club.publisher.event(other, { reference: 'taken' })
  const rows = ['taken,Taken,Pier,2027-04-03,15:00,17:00', 'd,No place,,2027-04-03,15:00,17:00', ...ROWS]
  const ran = await club.import(table(...rows), '--timezone', 'Europe/London')
  expect(ran).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('2 added, 0 changed, 0 unchanged, 0 removed, 2 faulty'),
  })
  expect(ran.stderr).toContain('file:2: Event reference [taken] is that of an event in another calendar\n')
  expect(ran.stderr).toContain('file:3: Event location is required\n')
  expect(await club.events()).toHaveLength(2)
})

it('adds no event twice when an answer is lost', async () => {
  const club = await start(['lose-answer'])
  expect(await club.import(table(...ROWS), '--timezone', 'Europe/London')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 added'),
  })
  expect(await club.events()).toHaveLength(2)
})

it.each([
  [['--remove-missing'], 'the API does not tell what imports brought'],
  [['--publisher', '1'], '--publisher goes without --url'],
  [['--timezone', 'Mars/Olympus'], '--timezone Mars/Olympus is not an IANA time zone name'],
  [[], '--timezone says where times are that name no zone'],
  [['--calendar', 'none', '--timezone', 'UTC'], 'Calendar with ID [none] Not Found'],
  [['--secret', 'wrong'], 'API signature does not match'],
])('refuses %s', async (args, message) => {
  const club = await start()
  const ran = await club.import(table(...ROWS), ...args)
  expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^fasti: /) })
  expect(ran.stderr).toContain(message)
})
