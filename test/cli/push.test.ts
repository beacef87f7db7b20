import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockFiles } from '../../src/push/push-lock.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'
import { runHere } from './run-here.ts'

const app = useTestApp('sqlite')
const HEAD = 'svcId,reference,name,startDate,startTime,endDate,endTime,timezone'
let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fasti-push-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A publisher with a subscriber, and a file in a folder that nothing else uses. */
async function start() {
  const publisher = await app.publisher()
  const { svcId } = await publisher.subscriber()
  const name = `people-${++count}.csv`
  const file = path.join(folder, name)
  const env = { FASTI_CWD: folder, FASTI_API_KEY: publisher.apiKey, FASTI_SECRET: publisher.secret }
  return {
    publisher,
    svcId,
    write: (content: string | Buffer) => writeFile(file, content),
    push: (...args: string[]) => runHere(['push', name, '--url', app.url, ...args], env),
    report: async () => (await readFile(`${file}.report.csv`, 'utf8')).trimEnd().split('\r\n'),
    stored: () => stored(publisher),
    name,
  }
}

async function stored(publisher: TestPublisher): Promise<Json[]> {
  return (await publisher.get('/batch/events?type=private')).body.data
}

const row = (svcId: string, reference: string, over: Record<number, string> = {}) =>
  Object.assign(
    [svcId, reference, 'Renewal', '2027-04-01', '09:00', '2027-04-01', '09:30', 'Europe/London'],
    over,
  )

describe('fasti push', () => {
  it('sends a table in batches, and reports what became of each row', async () => {
    const { svcId, write, push, report, stored, name } = await start()
    await write([HEAD, ...['a', 'b', 'c'].map((reference) => row(svcId, reference).join(','))].join('\n'))
    const ran = await push('--batch', '2')
    expect(ran).toMatchObject({ code: 0, stdout: `${name}: 3 added, 0 there already, 0 refused, 0 faulty\n` })
    expect(ran.stderr).toMatch(/Pushing 100 % \(3 records, .*\/s\)\n$/)
    const events = await stored()
    expect(events).toMatchObject([
      { reference: 'a', draft: 0, startGmt: '20270401T080000Z' },
      { reference: 'b' },
      { reference: 'c' },
    ])
    expect(await report()).toEqual([
      'line,reference,id,outcome,message',
      ...events.map((event, index) => `${index + 2},${event.reference},${event.id},added,`),
    ])
  })

  it('takes what spreadsheets write, in the words people use', async () => {
    const { svcId, write, push, stored } = await start()
    const table = [
      'Subscriber ID;Ref;Title;Date;Time;End time;Venue;Description;Seat',
      `${svcId};a;"Season ""Gold"" ticket";1.4.2027;9.30;7:30 pm;Süd;"two`,
      'lines; one cell";12',
      '',
      `${svcId};b;No times in March;2027/03/28;10:00;11:00;;;`,
    ].join('\r\n')
    const encodings = [
      Buffer.from(`\ufeff${table}`),
      Buffer.from(`\ufeff${table}`, 'utf16le'),
      Buffer.from(table, 'latin1'),
    ]
    for (const bytes of encodings) {
      await write(bytes)
      const ran = await push('--again', '--skip-existing', '--draft')
      expect(ran, ran.stderr).toMatchObject({ code: 0 })
      expect(ran.stderr).toContain('these columns are not used: Seat')
      expect(await stored()).toMatchObject([
        {
          name: 'Season "Gold" ticket',
          startDate: '2027-04-01',
          startTime: '09:30',
          endTime: '19:30',
          location: 'Süd',
          details: 'two\nlines; one cell',
          draft: 1,
        },
        { startDate: '2027-03-28', location: '' },
      ])
    }
  })

  it('takes lines of JSON, and columns that it is told of', async () => {
    const { svcId, write, push, stored, publisher } = await start()
    const event = { name: 'n', startDate: '2027-04-01', endDate: '2027-04-01', allDay: 'yes' }
    const lines = [
      { svcId, reference: 'j1', ...event, 'quickLink[1][url]': 'https://a.example/', tags: ['x'] },
      { svc_id: svcId, reference: 'j2', ...event, draft: 1 },
    ]
    await write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    expect(await push('--sha256')).toMatchObject({ code: 0 })
    expect(await stored()).toMatchObject([{ tags: ['x'], draft: 0 }, { draft: 1 }])
    const other = await publisher.subscriber()
    await write(`Who=?,Key,What,Day\n${other.svcId},m1,n,4/3/2027\n`)
    const map = ['Who=?=svcId', 'Key=reference', 'What=name', 'Day=startDate'].flatMap((column) => [
      '--map',
      column,
    ])
    expect(await push(...map, '--date-order', 'day', '--again')).toMatchObject({ code: 0 })
    expect((await stored()).at(-1)).toMatchObject({ reference: 'm1', startDate: '2027-03-04', allDay: true })
  })

  it('tells what is wrong by line, and sends the rest', async () => {
    const { svcId, write, push, report, stored, name } = await start()
    const table = [
      HEAD,
      row(svcId, 'good-1'),
      row(svcId, 'bad zone', { 7: 'Mars/Olympus' }),
      row('nobody', 'nobody'),
      row(svcId, ''),
      `${svcId},quote,"open`,
      row(svcId, 'good-1', { 2: 'Twice' }),
      row(svcId, 'wide', { 8: 'one more' }),
      row(svcId, 'good-2'),
    ]
    await write(table.map(String).join('\n'))
    const ran = await push()
    expect(ran).toMatchObject({
      code: 1,
      stdout: `${name}: 2 added, 0 there already, 2 refused, 4 faulty\n`,
    })
    const told = ran.stderr.split('\n').filter((line) => line.startsWith(name))
    expect(told.map((line) => line.slice(name.length + 1)).sort()).toEqual([
      expect.stringMatching(/^3: .*without spaces; .*IANA/),
      '4: subscriber id is not valid id',
      '5: Event reference is required',
      '6: A quote opens in this row and does not close',
      expect.stringMatching(/^7: the reference is already in this batch/),
      expect.stringMatching(/^8: The row has 9 cells, the first line 8/),
    ])
    expect((await stored()).map((event) => event.reference)).toEqual(['good-1', 'good-2'])
    const rows = (await report()).slice(1).map((line) => line.split(','))
    expect(rows.map(([line, , , outcome]) => `${line} ${outcome}`).sort()).toEqual([
      '2 added',
      '3 faulty',
      '4 refused',
      '5 faulty',
      '6 faulty',
      '7 refused',
      '8 faulty',
      '9 added',
    ])
  })

  it('does nothing a second time, and never writes over a report unless it is told to', async () => {
    const { svcId, write, push, stored, report } = await start()
    await write([HEAD, row(svcId, 'a'), ''].join('\n'))
    await push()
    const before = await report()
    const second = await push()
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('1 added') })
    expect(second.stderr).toContain('was pushed before')
    await write([HEAD, row(svcId, 'a'), row(svcId, 'b'), ''].join('\n'))
    expect(await push()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('of another push'),
    })
    expect(await report()).toEqual(before)
    expect(await push('--again')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('1 added, 1 there already'),
    })
    expect(await push('--again', '--skip-existing')).toMatchObject({ code: 0 })
    expect(await stored()).toHaveLength(2)
    await writeFile(path.join(folder, 'precious.txt'), 'mine')
    expect(await push('--report', 'precious.txt')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    })
    expect(await readFile(path.join(folder, 'precious.txt'), 'utf8')).toBe('mine')
  })

  it('leaves a report alone that another push is writing', async () => {
    const { svcId, write, push, report, name } = await start()
    await write([HEAD, row(svcId, 'a'), ''].join('\n'))
    const other = lockFiles(path.join(folder, `${name}.report.csv`))
    const refused = await push('--again')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^fasti: .*\.report\.csv is being written by another push\n$/)
    await expect(report()).rejects.toThrow('ENOENT')
    other[Symbol.dispose]()
    expect(await push()).toMatchObject({ code: 0 })
    expect(await report()).toHaveLength(2)
  })

  it('checks everything in a dry run, and sends nothing', async () => {
    const { svcId, write, push, stored, name } = await start()
    await write([HEAD, row(svcId, 'a'), row(svcId, 'b'), row(svcId, 'c', { 3: 'soon' }), ''].join('\n'))
    expect(await push('--dry-run', '--batch', '1')).toMatchObject({
      code: 1,
      stdout: `${name}, not sent: 2 records in 2 batches, 1 faulty\n`,
      stderr: expect.stringContaining(`${name}:4: Event startDate must be a date`),
    })
    expect(await stored()).toEqual([])
  })

  it.each<[string, string | Buffer, string[], string]>([
    [
      'a wrong secret',
      `${HEAD}\nx,a,n,2027-04-01,09:00,2027-04-01,10:00,UTC`,
      ['--secret', 'x'],
      'API signature does not match',
    ],
    [
      'a key there is none of',
      `${HEAD}\nx,a,n,2027-04-01,09:00,2027-04-01,10:00,UTC`,
      ['--api-key', 'x'],
      'The API Key does not exist',
    ],
    ['no address', HEAD, ['--url', ''], '--url says where'],
    ['an address that is none', HEAD, ['--url', 'x'], 'url must be the http or https address'],
    ['columns that are missing', 'name,startDate\na,b\n', [], 'no column svcId and none reference'],
    ['an empty file', '', [], 'The file is empty'],
    ['a JSON list', '[{}]', [], 'one object to a line'],
    ['a workbook', 'PK\u0003\u0004', [], 'save the table as CSV'],
    ['a column there is none of', HEAD, ['--map', 'x=name'], 'no column "x"'],
    ['a field there is none of', HEAD, ['--map', 'name=nme'], 'no field "nme"'],
    ['half a field', `${HEAD},Link`, ['--map', 'Link=quickLink[1]'], 'no field "quickLink[1]"'],
    ['too large a batch', HEAD, ['--batch', '1001'], '--batch 1001'],
  ])('refuses %s', async (_, content, args, message) => {
    const { write, push } = await start()
    await write(content)
    const ran = await push(...args)
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
    expect(ran.stderr).toMatch(/^fasti: /)
  })
})
