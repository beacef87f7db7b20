import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eraseSubscriber } from '../../src/personal-data/erase-subscriber.ts'
import { subscribersBefore } from '../../src/statistics/statistic-store.ts'
import { importSubscriberTable, type TableRules } from '../../src/subscriber-import/import-table.ts'
import { environmentOf } from '../cli/run-fasti.ts'
import { runHere } from '../cli/run-here.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { record, send, type TestPublisher } from '../support/test-publisher.ts'

const ID = '5924fd21608e3beb118b4567'
const id = (n: number) => `5924fd21608e3beb${n.toString(16).padStart(8, '0')}`
const RULES: TableRules = { update: false, notify: false, dryRun: false, newIds: false, mapping: {} }

async function file(text: string | Buffer): Promise<string> {
  const name = path.join(tmpdir(), `fasti-${process.pid}-${Math.random().toString(36).slice(2)}.csv`)
  onTestFinished(() => rm(name, { force: true }))
  await writeFile(name, text)
  return name
}

describe.each(DATABASES)('importing subscribers on %s', (kind) => {
  const app = useTestApp(kind)

  async function bring(publisher: TestPublisher, text: string, over: Partial<TableRules> = {}) {
    const told: string[] = []
    const counts = await importSubscriberTable(
      app.ctx,
      publisher.id,
      await file(text),
      { ...RULES, ...over },
      {
        onOutcome: (outcome) =>
          void told.push(
            'row' in outcome
              ? `${outcome.row.line} ${outcome.outcome} ${outcome.message || outcome.id}`
              : `${outcome.line} ${outcome.outcome} ${outcome.message}`,
          ),
      },
    )
    return { counts, told }
  }

  it('keeps the identifier, what is known of the person, and the address of the feed', async () => {
    const club = await app.publisher()
    const first = await club.calendar({ reference: `first-${kind}` })
    const second = await club.calendar()
    const old = `https://old-${kind}.example.com/feeds/abc.ics?x=1`
    const text = [
      '\uFEFFsvc_id;E-mail;First name;Surname;Mobile;calendars;App;Created;Old feed address;custom:seat;optin;Shoe size',
      `${ID};Fay@Example.com;"Fay ""F""";O'Neil;0123;first-${kind}|${second};Google Calendar;2024-05-01T10:00:00Z;${old};Row 7;yes;44`,
    ].join('\r\n')
    expect(await bring(club, text)).toEqual({
      counts: { added: 1, changed: 0, known: 0, fault: 0 },
      told: [`2 added ${ID}`],
    })
    const { data } = (await club.get(`/subscriber/${ID}`)).body
    expect(data).toMatchObject({
      id: ID,
      email: 'Fay@Example.com',
      first_name: 'Fay "F"',
      last_name: "O'Neil",
      mobile: '0123',
      appName: 'Google Calendar',
      created: '2024-05-01T10:00:00.000Z',
      custom_fields: [{ name: 'seat', value: 'Row 7' }],
      optin: true,
      secondary_optin: false,
      source: 'API',
      IsActive: true,
    })
    expect(new Set(data.data.calIds)).toEqual(new Set([first, second]))
    expect((await club.get('/subscriber/fay@example.com')).body.data.id).toBe(ID)
    expect((await club.get('/notifications')).body.data).toEqual([])
    expect(await subscribersBefore(app.ctx.db, club.id, '2024-05-02')).toBe(1)

    const sent = await club.post('/batch/events', {
      type: 'private',
      events: [record(ID, { name: 'Just yours' })],
    })
    expect(sent.body).toMatchObject({ added: 1 })
    const moved = await send(`${app.url}/old/${old.slice('https://'.length)}`)
    expect(moved.status).toBe(301)
    expect(moved.headers.get('location')).toBe(data.calendarUrl.httpsCalUrl)
    const feed = await send(app.url + new URL(moved.headers.get('location')!).pathname)
    expect(feed.text).toContain('SUMMARY:Just yours')
  })

  it('keeps two publishers apart who know somebody by the same identifier', async () => {
    const feeds: string[] = []
    for (const name of ['For the first', 'For the second']) {
      const club = await app.publisher()
      await bring(club, `svc_id,email\n${id(4)},fay@example.com\n`)
      await club.post('/batch/events', { type: 'private', events: [record(id(4), { name })] })
      const { data } = (await club.get(`/subscriber/${id(4)}`)).body
      feeds.push(new URL(data.calendarUrl.httpsCalUrl).pathname)
    }
    const summaryOf = async (feed: string) => /^SUMMARY:(.*)\r$/m.exec((await send(app.url + feed)).text)?.[1]
    for (let round = 0; round < 3; round++) {
      expect(await summaryOf(feeds[0]!)).toBe('For the first')
      expect(await summaryOf(feeds[1]!)).toBe('For the second')
    }
  })

  it('changes nothing the second time, whatever people did since', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const text = `svc_id,email,calendars,feed_url\n${[1, 2, 3].map((n) => `${id(n)},p${n}@example.com,${calendar},old.example.com/${kind}/${n}.ics`).join('\n')}\n`
    expect((await bring(club, text)).counts).toMatchObject({ added: 3 })
    await club.post(`/subscriber/${id(1)}/unsubscribe`)
    await club.post(`/subscriber/${id(2)}/subscriptions/remove`, { calendarIds: [calendar] })
    for (const update of [false, false])
      expect((await bring(club, text, { update })).counts).toEqual({
        added: 0,
        changed: 0,
        known: 3,
        fault: 0,
      })
    expect((await club.get(`/subscriber/${id(1)}`)).status).toBe(403)
    expect((await club.get(`/subscriber/${id(2)}`)).body.data.data.calIds).toEqual([])

    const changed = await bring(club, text, { update: true })
    expect(changed.told).toEqual([`2 known ${id(1)}`, `3 changed ${id(2)}`, `4 known ${id(3)}`])
    expect((await club.get(`/subscriber/${id(2)}`)).body.data.data.calIds).toEqual([calendar])
    expect((await bring(club, text, { update: true })).counts).toMatchObject({ changed: 0, known: 3 })
  })

  it('tells faulty rows by their line, and brings in the others', async () => {
    const club = await app.publisher()
    const known = await club.subscriber()
    const erased = await club.subscriber()
    await eraseSubscriber(app.ctx, club.id, erased.svcId)
    const calendar = await club.calendar()
    const text = [
      'svc_id,email,calendars,created,active,feed_url',
      `${id(1)},nobody,,,,`,
      `${id(2)},two@example.com,no-such,2031-01-01,perhaps,`,
      `ABC,three@example.com,,,,`,
      `${id(4)},${known.email},,,,`,
      `${known.svcId},other@example.com,,,,`,
      `${erased.svcId},${erased.email},,,,`,
      `${id(7)},"seven@example.com,,,,`,
      `${id(8)},eight@example.com,${calendar},,no,old.example.com/${kind}/8.ics`,
      `${id(9)},nine@example.com,,,,old.example.com/${kind}/8.ics`,
      `${id(10)},nine@example.com,,,,`,
      `${id(10)},NINE@example.com,,,,`,
      `${id(11)},a@example.com,,,,,,x`,
    ].join('\n')
    const { told, counts } = await bring(club, `${text}\n`)
    expect(counts).toEqual({ added: 2, changed: 0, known: 1, fault: 9 })
    expect(told).toEqual([
      '2 fault Subscriber email must be an e-mail address',
      expect.stringMatching(
        /^3 fault .*must be yes or no.*no calendar \[no-such\].*must be a time of the past/,
      ),
      '4 fault Subscriber svc_id must be 24 lower-case hex characters to be kept, not "ABC"',
      `5 fault [${known.email}] has the svc_id [${known.svcId}] here`,
      `6 fault [${known.svcId}] has another e-mail here`,
      `7 fault [${erased.svcId}] was erased here and is not brought back`,
      '8 fault A quote opens in this row and does not close',
      `9 added ${id(8)}`,
      '10 fault The old feed address leads to somebody else already',
      `11 added ${id(10)}`,
      `12 known ${id(10)}`,
      expect.stringMatching(/^13 fault The row has 8 cells, the first line 6/),
    ])
    // A subscriber who had left stays out, and the application gets a feed that says so.
    expect((await club.get(`/subscriber/${id(8)}`)).status).toBe(403)
    const moved = await send(`${app.url}/old/old.example.com/${kind}/8.ics`)
    const feed = await send(app.url + new URL(moved.headers.get('location')!).pathname)
    expect(feed.text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  it('gives new identifiers and tells callbacks where it is asked to', async () => {
    const club = await app.publisher()
    const { told } = await bring(club, 'Kennung,Adresse\nA-17,kay@example.com\n', {
      newIds: true,
      notify: true,
      mapping: { Kennung: 'svc_id', Adresse: 'email' },
    })
    const { id: given } = (await club.get('/subscriber/kay@example.com')).body.data
    expect(told).toEqual([`2 added ${given}`])
    const [notification, ...more] = (await club.get('/notifications')).body.data
    expect(notification).toMatchObject({
      kind: 'subscribe',
      payload: { svcId: given, email: 'kay@example.com' },
    })
    expect(more).toEqual([])
  })

  it("refuses a mapping that can't be, and a table without e-mails", async () => {
    const club = await app.publisher()
    const map = (mapping: Record<string, string>, text = 'email,x\n') => bring(club, text, { mapping })
    await expect(map({ x: 'nothing' })).rejects.toThrow(/^"nothing" is no field: svc_id, /)
    await expect(map({ y: 'email' })).rejects.toThrow('The table has no column "y"')
    await expect(map({ email: 'reference', x: 'reference' })).rejects.toThrow('Two columns are "reference"')
    await expect(map({}, 'a,b\n1,2\n')).rejects.toThrow('No column has the e-mail addresses. There are: a, b')
    await expect(map({}, '')).rejects.toThrow('The table is empty')
  })

  it('writes nothing in a dry run', async () => {
    const club = await app.publisher()
    expect((await bring(club, 'email\na@example.com\n', { dryRun: true })).counts).toMatchObject({ added: 1 })
    expect((await club.get('/subscriber/a@example.com')).status).toBe(404)
  })

  it('brings in more rows than one transaction takes', async () => {
    const club = await app.publisher()
    const rows = Array.from({ length: 1234 }, (_, n) => `${id(n)},many-${n}@example.com`)
    expect((await bring(club, `id,email\n${rows.join('\n')}`)).counts).toMatchObject({
      added: 1234,
      fault: 0,
    })
    expect((await club.get('/subscriber/many-1233@example.com')).body.data.id).toBe(id(1233))
  })
})

describe('fasti import-subscribers', () => {
  const app = useTestApp('sqlite')

  it('reports each row in a file, faults on standard error, and counts', async () => {
    const club = await app.publisher()
    const table = await file(`svc_id,email,x\n${ID},a@example.com,1\nnone,b@example.com,1\n`)
    const report = `${table}.report`
    onTestFinished(() => rm(report, { force: true }))
    const run = (...args: string[]) =>
      runHere(
        ['import-subscribers', table, '--publisher', `${club.id}`, ...args],
        environmentOf(app.ctx.config),
      )
    const ran = await run('--report', report)
    expect(ran).toMatchObject({ code: 1, stdout: '1 added, 0 changed, 0 known, 1 faulty\n' })
    expect(ran.stderr).toContain('fasti: these columns are not used: x\n')
    expect(ran.stderr).toContain(`${table}:3: Subscriber svc_id must be 24 lower-case hex`)
    expect((await readFile(report, 'utf8')).split('\r\n')).toEqual([
      'line,outcome,email,svc_id,old_id,message',
      `2,added,a@example.com,${ID},${ID},`,
      expect.stringMatching(/^3,fault,,,,"Subscriber svc_id must be /),
      '',
    ])
    expect((await run('--map', 'email')).stderr).toBe('fasti: --map email is not of the form column=field\n')
  })

  it('shows once how far it is at the end, and not at all before an error', async () => {
    const club = await app.publisher()
    const run = async (text: string | Buffer) => {
      const table = await file(text)
      const args = ['import-subscribers', table, '--publisher', `${club.id}`]
      return { table, ...(await runHere(args, environmentOf(app.ctx.config))) }
    }
    const rows = Array.from({ length: 300 }, (_, n) => `progress-${n}@example.com,${'x'.repeat(700)}`)
    const { table, stderr } = await run(['email,note', ...rows, ''].join('\n'))
    expect(stderr.match(/100 %/g)).toEqual(['100 %'])
    expect(stderr).toContain(`Reading ${table} 100 % (0.2 of 0.2 MB)\n`)
    expect((await run('name\nSam\n')).stderr).not.toContain('100 %')
    expect((await run(Buffer.from('\x89PNG\r\nx', 'latin1'))).stderr).toBe(
      'fasti: The file is a picture, neither a calendar nor a table\n',
    )
  })

  it.runIf(existsSync('/dev/full')).each([1, 2000])(
    'says so when the disk is full for its report: %i rows',
    async (count) => {
      const club = await app.publisher()
      const rows = Array.from({ length: count }, (_, n) => `full-${n}@example.com`)
      const table = await file(['email', ...rows, ''].join('\n'))
      const args = ['import-subscribers', table, '--publisher', `${club.id}`, '--report', '/dev/full']
      const ran = await runHere(args, environmentOf(app.ctx.config))
      expect(ran).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/fasti: The report can't be written: ENOSPC/),
      })
    },
  )
})
