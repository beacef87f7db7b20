import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { type TestApp, useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'
import { environmentOf, type Ran } from './run-fasti.ts'
import { runHere } from './run-here.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fasti-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(DATABASES)('fasti import on %s', (kind) => {
  const app = useTestApp(kind)

  it('brings a calendar file in, and changes nothing when it runs again', async () => {
    const club = await startClub(app)
    expect(await club.import(SEASON)).toMatchObject({
      code: 0,
      stdout: 'Rugby: 3 added, 0 changed, 0 unchanged, 0 removed, 0 faulty\n',
      stderr: expect.stringContaining('Importing 100 % (3 of 3)'),
    })
    const before = await club.events()
    expect(before).toMatchObject([
      { name: 'City v Town', reference: 'one@club', startDate: '2027-03-20', startTime: '15:00', draft: 0 },
      { name: 'Town v City', reference: 'two@club', startDate: '2027-03-27', location: 'Town Park' },
      {
        name: 'Cup weekend',
        reference: 'cup@club',
        startDate: '2027-05-01',
        endDate: '2027-05-02',
        allDay: true,
      },
    ])
    const version = await club.version()
    expect(await club.import(SEASON)).toMatchObject({
      code: 0,
      stdout: 'Rugby: 0 added, 0 changed, 3 unchanged, 0 removed, 0 faulty\n',
    })
    expect(await club.events()).toEqual(before)
    expect(await club.version()).toBe(version)
  })

  it('changes the one event that moved, which rises its sequence alone', async () => {
    const club = await startClub(app)
    await club.import(SEASON)
    const moved = SEASON.replace(
      'DTSTART;TZID=Europe/London:20270327T150000',
      'DTSTART;TZID=Europe/London:20270327T140000',
    )
    expect((await club.import(moved)).stdout).toBe(
      'Rugby: 0 added, 1 changed, 2 unchanged, 0 removed, 0 faulty\n',
    )
    const feed = await (await fetch(`${app.url}/calendar/${club.calendarId}.ics`)).text()
    expect(feed.match(/SEQUENCE:\d/g)).toEqual(['SEQUENCE:0', 'SEQUENCE:1', 'SEQUENCE:0'])
    expect(feed).toContain('DTSTART;TZID=Europe/London:20270327T140000')
  })

  it('removes what is gone from the file only when it is told to, and never what came by the API', async () => {
    const club = await startClub(app)
    await club.publisher.event(club.calendarId, { name: 'By the API', reference: 'api-1' })
    await club.import(SEASON)
    const shorter = calendar(MATCH_ONE)
    expect((await club.import(shorter)).stdout).toContain('0 removed')
    expect(await club.events()).toHaveLength(4)
    expect((await club.import(shorter, '--remove-missing')).stdout).toContain('1 unchanged, 2 removed')
    expect(await club.names()).toEqual(['City v Town', 'By the API'])
  })

  it('writes more events than one step holds', async () => {
    const club = await startClub(app)
    const rows = Array.from({ length: 450 }, (_, i) => `r${i},Training ${i},Hall,2027-02-01,10:00,11:00`)
    const table = ['reference,name,location,date,start time,end time', ...rows].join('\n')
    expect(await club.import(table, '--draft')).toMatchObject({
      code: 0,
      stdout: 'Rugby: 450 added, 0 changed, 0 unchanged, 0 removed, 0 faulty\n',
      stderr: expect.stringMatching(/^Importing 44 % \(200 of 450\)\nImporting 88 %.*\nImporting 100 %.*\n$/),
    })
    expect((await club.import(table)).stdout).toContain('450 unchanged')
  })
})

describe('fasti import', () => {
  const app = useTestApp('sqlite')

  it('reports faulty rows with their lines, imports the others, and fails', async () => {
    const club = await startClub(app)
    const table = [
      '\ufeffReference;Title;Venue;Start date;Start time;End time;Details',
      'a;City v Town;City Ground;2027-03-20;15:00;17:00;"Bring ""everything""; also',
      'an umbrella"',
      'b;Town v City;Town Park;2027-02-30;15:00;17:00;',
      'c;;Town Park;2027-04-03;15:00;17:00;',
      'd;City v Port;City Ground;2027-04-10;15:00;25:00;',
      'e;Port v City;Pier;2027-04-17;15:00;17:00;',
      'a;Twice;Pier;2027-04-17;15:00;17:00;',
    ].join('\r\n')
    const ran = await club.import(table)
    expect(ran).toMatchObject({
      code: 1,
      stdout: 'Rugby: 2 added, 0 changed, 0 unchanged, 0 removed, 4 faulty\n',
    })
    expect(ran.stderr.trimEnd().split('\n')).toEqual([
      'Importing 100 % (2 of 2)',
      expect.stringContaining('file:4: Event startDate must be a date that exists, as YYYY-MM-DD'),
      'file:5: Event name is required',
      expect.stringContaining('file:6: Event endTime must be a time as HH:MM'),
      'file:8: Event reference [a] is that of line 2 too',
    ])
    expect(await club.events()).toMatchObject([
      { reference: 'a', details: 'Bring "everything"; also\nan umbrella', draft: 0 },
      { reference: 'e' },
    ])
  })

  it('takes rows without a start time as all-day events only when it is told to', async () => {
    const club = await startClub(app)
    const table =
      'name,date,time,end time,location\nMatch,2027-03-20,15:00,17:00,Park\nCup,2027-03-27,,,Park\n'
    expect(await club.import(table)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('file:3: Event startTime is required, unless its allDay is yes\n'),
    })
    expect(await club.import(table, '--all-day')).toMatchObject({
      code: 0,
      stdout: 'Rugby: 1 added, 0 changed, 1 unchanged, 0 removed, 0 faulty\n',
    })
    expect(await club.events()).toMatchObject([{}, { name: 'Cup', allDay: true }])
  })

  it('says what it read otherwise than the file has it, which is no fault', async () => {
    const club = await startClub(app)
    const alarms = ['-PT1H', '-PT30M', '-PT5M'].map((trigger) => [
      'BEGIN:VALARM',
      `TRIGGER:${trigger}`,
      'END:VALARM',
    ])
    const match = [...MATCH_ONE.slice(0, -1), 'RRULE:', ...alarms.flat(), 'END:VEVENT']
    expect(await club.import(calendar(match))).toMatchObject({
      code: 0,
      stdout:
        'Rugby: 1 added, 0 changed, 0 unchanged, 0 removed, 0 faulty\n' +
        '1 alarm left out: an event has two at most, before its start\n',
      stderr: expect.stringContaining('file:2: The RRULE is empty: the event is read without it\n'),
    })
  })

  it('ends a rule that would keep it busy, and brings the others in', async () => {
    const club = await startClub(app)
    const endless = MATCH_ONE.toSpliced(1, 1, 'UID:endless', 'RRULE:FREQ=WEEKLY;INTERVAL=999999999')
    const ran = await club.import(calendar(endless, MATCH_TWO))
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining('1 added') })
    expect(ran.stderr).toContain(
      'file:2: Event recurs with INTERVAL=999999999: it must not be more than 1000',
    )
  })

  it('removes nothing as missing while part of the file is faulty', async () => {
    const club = await startClub(app)
    await club.import(SEASON)
    const broken = calendar(MATCH_ONE, ['BEGIN:VEVENT', 'UID:x', 'SUMMARY:No date', 'END:VEVENT'])
    const ran = await club.import(broken, '--remove-missing')
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining('0 removed, 1 faulty') })
    expect(ran.stderr).toContain('nothing was removed for not being in the file')
    expect(await club.events()).toHaveLength(3)
  })

  it('removes an event that the file cancels', async () => {
    const club = await startClub(app)
    await club.import(SEASON)
    const cancelled = SEASON.replace('SUMMARY:Cup weekend', 'SUMMARY:Cup weekend\r\nSTATUS:CANCELLED')
    expect((await club.import(cancelled)).stdout).toContain('2 unchanged, 1 removed')
    expect(await club.names()).toEqual(['City v Town', 'Town v City'])
  })

  it('says in a dry run what it would do, and writes nothing', async () => {
    const club = await startClub(app)
    await club.import(SEASON)
    const [before, version] = [await club.events(), await club.version()]
    const next = calendar(
      MATCH_ONE.map((line) => line.replace('T150000', 'T160000')),
      ['BEGIN:VEVENT', 'UID:new', 'DTSTART;VALUE=DATE:20270601', 'SUMMARY:New', 'END:VEVENT'],
    )
    expect(await club.import(next, '--dry-run', '--remove-missing')).toMatchObject({
      code: 0,
      stdout: [
        '+ 2027-06-01 all day New',
        '~ 2027-03-20 16:00 City v Town   (was 2027-03-20 15:00 City v Town)',
        '- 2027-03-27 15:00 Town v City',
        '- 2027-05-01 all day Cup weekend',
        'Rugby, not written: 1 added, 1 changed, 0 unchanged, 2 removed, 0 faulty',
        '',
      ].join('\n'),
      stderr: '',
    })
    expect(await club.events()).toEqual(before)
    expect(await club.version()).toBe(version)
  })

  it('keeps the time of day of a series over a clock change', async () => {
    const club = await startClub(app)
    const series = [
      'BEGIN:VEVENT',
      'UID:series',
      'SUMMARY:Training',
      'DTSTART;TZID=Europe/London:20270321T180000',
    ]
    const rule = ['DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3', 'END:VEVENT']
    await club.import(calendar([...series, ...rule]))
    expect(await club.events()).toMatchObject([
      { startDate: '2027-03-21', startTime: '18:00', startGmt: '20270321T180000Z' },
      { startDate: '2027-03-28', startTime: '18:00', startGmt: '20270328T170000Z' },
      { startDate: '2027-04-04', startTime: '18:00', startGmt: '20270404T170000Z' },
    ])
  })

  it('publishes no draft by importing it again', async () => {
    const club = await startClub(app)
    await club.import(SEASON, '--draft')
    expect((await club.import(SEASON)).stdout).toContain('3 unchanged')
    expect(await club.events()).toMatchObject([{ draft: 1 }, { draft: 1 }, { draft: 1 }])
  })

  it('keeps a reminder added here when the file has none', async () => {
    const club = await startClub(app)
    await club.import(SEASON)
    await club.publisher.put('/event/two@club', { alert: '2H' })
    expect((await club.import(SEASON)).stdout).toContain('3 unchanged')
    expect(await club.events()).toMatchObject([{}, { alert: '2H' }, {}])
  })

  it('leaves events of other calendars alone', async () => {
    const club = await startClub(app)
    await club.import(SEASON)
    const other = await club.publisher.calendar({ name: 'Other', reference: 'other' })
    const ran = await club.import(SEASON, '--calendar', other)
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining('Other: 0 added') })
    expect(ran.stderr).toContain('file:2: Event reference [one@club] is that of an event in another calendar')
    expect(await club.events()).toHaveLength(3)
  })

  it('finds a calendar by its reference, and asks whose it is where two publishers have one', async () => {
    const club = await startClub(app)
    const other = await app.publisher({ email: 'other@example.com' })
    const mine = await club.publisher.calendar({ name: 'Mine', reference: 'shared' })
    expect((await club.import(SEASON, '--calendar', 'shared')).stdout).toContain('Mine: 3 added')
    await other.calendar({ name: 'Theirs', reference: 'shared' })
    const ambiguous = await club.import(SEASON, '--calendar', 'shared')
    expect(ambiguous).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--publisher') })
    const theirs = await club.import(SEASON, '--calendar', 'shared', '--publisher', String(other.id))
    expect(theirs.stdout).toContain('Theirs: 3 added')
    expect((await club.import(SEASON, '--calendar', mine, '--publisher', String(other.id))).code).toBe(1)
  })

  it.each([
    [
      'a calendar there is none of',
      ['--calendar', '0123456789abcdef01234567'],
      'Calendar with ID [0123456789abcdef01234567] Not Found',
    ],
    ['a publisher that is no number', ['--publisher', 'me'], '--publisher me is not a whole number'],
  ])('refuses %s', async (_, args, message) => {
    const club = await startClub(app)
    expect(await club.import(SEASON, ...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `fasti: ${message}\n`,
    })
  })

  it('refuses a file that is not there, and one that is neither calendar nor table', async () => {
    const club = await startClub(app)
    const missing = await club.run('no-such-file.ics')
    expect(missing).toMatchObject({ code: 1, stdout: '' })
    expect(missing.stderr).toMatch(/^fasti: no-such-file\.ics can't be read: ENOENT/)
    expect(await club.import('<html>Not found</html>')).toMatchObject({
      code: 1,
      stderr: 'file:1: The file is a web page or XML, neither a calendar nor a table\n',
    })
  })
})

interface Club {
  publisher: TestPublisher
  calendarId: string
  /** Imports a file of this content; later options win. */
  import(content: string, ...args: string[]): Promise<Ran>
  run(file: string, ...args: string[]): Promise<Ran>
  /** The calendar's events as the API lists them. */
  events(): Promise<Json[]>
  names(): Promise<string[]>
  version(): Promise<number>
}

/** A publisher with an empty calendar to import into. */
async function startClub(app: TestApp): Promise<Club> {
  const publisher = await app.publisher()
  const calendarId = await publisher.calendar({ name: 'Rugby', reference: 'rugby' })
  const env = { ...environmentOf(app.ctx.config), FASTI_CWD: folder }
  const run = (file: string, ...args: string[]) =>
    runHere(['import', file, '--calendar', calendarId, ...args], env)
  const events = async () => {
    const query = `calendarIds=${calendarId}&showPastEvents=true&showDraft=1`
    return ((await publisher.get(`/event?${query}`)).body?.data ?? []) as Json[]
  }
  return {
    publisher,
    calendarId,
    run,
    async import(content, ...args) {
      await writeFile(path.join(folder, 'file'), content)
      return run('file', ...args)
    },
    events,
    names: async () => (await events()).map((event) => event.name as string),
    version: async () => (await publisher.get(`/calendar/${calendarId}`)).body.data.latestVersion as number,
  }
}

function calendar(...events: string[][]): string {
  return ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
}

const MATCH_ONE = [
  'BEGIN:VEVENT',
  'UID:one@club',
  'DTSTART;TZID=Europe/London:20270320T150000',
  'DTEND;TZID=Europe/London:20270320T170000',
  'SUMMARY:City v Town',
  'LOCATION:City Ground',
  'END:VEVENT',
]
const MATCH_TWO = [
  'BEGIN:VEVENT',
  'UID:two@club',
  'DTSTART;TZID=Europe/London:20270327T150000',
  'DTEND;TZID=Europe/London:20270327T170000',
  'SUMMARY:Town v City',
  'LOCATION:Town Park',
  'END:VEVENT',
]
const CUP = [
  'BEGIN:VEVENT',
  'UID:cup@club',
  'DTSTART;VALUE=DATE:20270501',
  'DTEND;VALUE=DATE:20270503',
  'SUMMARY:Cup weekend',
  'LOCATION:Harbour',
  'END:VEVENT',
]
const SEASON = calendar(MATCH_ONE, MATCH_TWO, CUP)
