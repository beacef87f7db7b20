import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

const READS = [
  'list_calendars',
  'get_calendar',
  'list_events',
  'get_event',
  'list_changes',
  'find_subscriber',
  'list_subscriber_events',
  'list_notifications',
  'explain_signature',
]
const WRITES = [
  'create_calendar',
  'update_calendar',
  'delete_calendar',
  'create_event',
  'create_private_event',
  'update_event',
  'delete_event',
]

/** An assistant's side of `fasti mcp`, which runs as it would there. */
class Assistant {
  readonly faults: string[] = []
  stderr = ''
  readonly #client = new Client({ name: 'test', version: '1' })

  async connect(
    publisher: TestPublisher,
    args: string[] = [],
    env: Record<string, string> = {},
  ): Promise<this> {
    const { url, apiKey, secret } = publisher
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['src/main.mjs', 'mcp', ...args],
      env: { PATH: process.env.PATH!, FASTI_URL: url, FASTI_API_KEY: apiKey, FASTI_SECRET: secret, ...env },
      stderr: 'pipe',
    })
    transport.stderr!.on('data', (data) => (this.stderr += String(data)))
    // Called for output on stdout that is no message of the protocol.
    this.#client.onerror = (error) => this.faults.push(error.message)
    await this.#client.connect(transport)
    return this
  }

  async tools() {
    return (await this.#client.listTools()).tools
  }

  /** The result of a tool; throws if the tool reports an error. */
  async ask(name: string, args: Json = {}): Promise<Json> {
    const { isError, structuredContent, content } = await this.call(name, args)
    if (isError) throw new Error(JSON.stringify(content))
    expect(JSON.parse((content as Json)[0].text)).toEqual(structuredContent)
    return structuredContent
  }

  call = (name: string, args: Json = {}) => this.#client.callTool({ name, arguments: args })
  close = () => this.#client.close()
}

describe('fasti mcp', () => {
  const app = useTestApp('sqlite')
  const reader = new Assistant()
  const writer = new Assistant()
  let club: TestPublisher
  let calendarId: string

  beforeAll(async () => {
    club = await app.publisher()
    calendarId = await club.calendar({ name: 'First team', reference: 'first' })
    await Promise.all([reader.connect(club), writer.connect(club, ['--write', '--sha256'])])
  })
  afterAll(async () => {
    await Promise.all([reader.close(), writer.close()])
    expect([...reader.faults, ...writer.faults]).toEqual([])
    expect(reader.stderr + writer.stderr).not.toContain(club.secret)
  })

  it('has tools that change something only where it was told to', async () => {
    const names = async (assistant: Assistant) => (await assistant.tools()).map(({ name }) => name)
    expect((await names(reader)).sort()).toEqual(READS.toSorted())
    expect((await names(writer)).sort()).toEqual([...READS, ...WRITES].sort())
    for (const { name, annotations, description, inputSchema } of await writer.tools()) {
      expect(annotations!.readOnlyHint, name).toBe(READS.includes(name))
      expect(description!.length).toBeGreaterThan(20)
      expect(inputSchema.type).toBe('object')
    }
    await expect(reader.call('delete_calendar', { calendar: calendarId })).rejects.toThrow(/delete_calendar/)
    expect((await club.get(`/calendar/${calendarId}`)).status).toBe(200)
  })

  it('lists page by page, and finds', async () => {
    for (const name of ['Alpha', 'Beta', 'Gamma']) await club.calendar({ name, draftCalendar: 1 })
    const first = await reader.ask('list_calendars', { limit: 3 })
    expect(first).toMatchObject({ total: 4, page: 1, nextPage: 2 })
    const second = await reader.ask('list_calendars', { limit: 3, page: 2 })
    expect(second.calendars).toHaveLength(1)
    expect(second.nextPage).toBeUndefined()
    const { calendars } = await reader.ask('list_calendars', { search: 'BETA' })
    expect(calendars).toMatchObject([{ name: 'Beta', draftCalendar: 1 }])
    const { calendar } = await reader.ask('get_calendar', { calendar: 'first' })
    expect(calendar).toMatchObject({ id: calendarId, name: 'First team' })

    for (const day of ['10', '11', '12']) {
      await club.event(calendarId, {
        name: `Day ${day}`,
        startDate: `2027-06-${day}`,
        endDate: `2027-06-${day}`,
      })
    }
    const query = { calendarId, from: '2027-06-11', limit: 1 }
    const one = await reader.ask('list_events', query)
    expect(one).toMatchObject({ events: [{ name: 'Day 11', startTime: '15:00' }], nextPage: 2 })
    expect((await reader.ask('list_events', { ...query, page: 2 })).events[0].name).toBe('Day 12')
    expect((await reader.ask('list_events', { ...query, page: 3 })).events).toEqual([])
    const { event } = await reader.ask('get_event', { event: one.events[0].id })
    expect(event).toMatchObject({ name: 'Day 11', startGmt: '20270611T140000Z' })
    expect(event['quickLink[9][name]']).toBeUndefined()
  })

  it('creates, changes and deletes', async () => {
    const made = await writer.ask('create_calendar', {
      ...{
        name: 'Women',
        reference: 'women',
        categories: 'Sports/Rugby',
        genre: 'Sports',
        subGenre: 'Rugby',
      },
      draftCalendar: 0,
    })
    await writer.ask('update_calendar', { calendar: 'women', changes: { name: 'Women’s team' } })
    const times = { startDate: '2027-05-01', startTime: '15:00', endDate: '2027-05-01', endTime: '17:00' }
    const quickLink = [{ name: 'Tickets', url: 'https://example.com/t' }]
    const event = {
      calendarId: made.calendarId,
      name: 'City v Port',
      location: 'City Ground',
      ...times,
      quickLink,
    }
    const { eventId } = await writer.ask('create_event', { ...event, draft: 0, referenceType: 'cup' })
    await writer.ask('update_event', { event: eventId, changes: { startTime: '16:00', cancelled: 1 } })
    expect((await club.get(`/event/${eventId}`)).body.data).toMatchObject({
      ...{ startTime: '16:00', cancelled: 1, 'quickLink[1][name]': 'Tickets' },
    })
    const ask = (changes: Json) => writer.ask('update_event', { event: eventId, changes })
    await ask({ addCalendarIds: [calendarId] })
    const both = { calendarId: made.calendarId, calendarIds: [made.calendarId, calendarId] }
    const listed = await reader.ask('list_events', { calendarId, from: '2027-05-01', limit: 1 })
    expect(listed.events).toMatchObject([{ id: eventId, ...both }])
    await writer.ask('delete_event', { event: eventId, calendarId: made.calendarId })
    expect((await club.get(`/event/${eventId}`)).body.data).toMatchObject({ calendarId })
    await ask({ addCalendarIds: [made.calendarId], removeCalendarIds: [calendarId] })
    const shared = { ...event, calendarIds: [calendarId], name: 'Shared', draft: 0 }
    const { eventId: second } = await writer.ask('create_event', shared)
    expect((await reader.ask('get_event', { event: second })).event).toMatchObject(both)
    await writer.ask('update_event', {
      event: second,
      changes: { reference: 'derby', removeCalendarIds: [calendarId] },
    })
    const again = { ...event, calendarId, reference: 'derby', name: 'Again', draft: 0 }
    expect((await writer.call('create_event', again)).isError).toBe(true)
    expect(await writer.ask('create_event', { ...again, join: true })).toEqual({
      eventId: second,
      joined: true,
    })
    expect((await reader.ask('get_event', { event: second })).event).toMatchObject({
      ...both,
      name: 'Shared',
    })
    await writer.ask('delete_event', { event: second })
    const fresh = await writer.ask('create_event', { ...again, join: true })
    expect(fresh).toEqual({ eventId: expect.any(String) })
    await writer.ask('delete_event', { event: fresh.eventId })
    // The interface would take it for the group of that name.
    const group = await writer.call('update_event', { event: 'cup', changes: { name: 'All of them' } })
    expect(group.isError).toBe(true)
    await writer.ask('delete_event', { event: eventId })
    const series = { ...event, calendarId, recurrence: { rule: 'FREQ=DAILY;COUNT=4' } }
    const { id, dates } = await writer.ask('create_event', { ...series, name: 'Training', draft: 0 })
    expect(dates).toBe(4)
    const daysOf = async (): Promise<Json[]> =>
      (await reader.ask('list_events', { calendarId })).events.filter((one: Json) => one.seriesId === id)
    const [, middle] = await daysOf()
    await writer.ask('update_event', { event: middle!.id, scope: 'this', changes: { startTime: '17:00' } })
    await writer.ask('delete_event', { event: (await daysOf())[2]!.id, scope: 'following' })
    expect(await daysOf()).toMatchObject([{ startTime: '15:00' }, { startTime: '17:00' }])
    await writer.ask('update_event', { event: id, changes: { recurrence: { rule: 'FREQ=DAILY;COUNT=3' } } })
    expect(await daysOf()).toHaveLength(3)
    expect((await writer.call('delete_event', { event: id, scope: 'some' })).isError).toBe(true)
    await writer.ask('delete_event', { event: id })
    expect(await daysOf()).toEqual([])
    await writer.ask('delete_calendar', { calendar: 'women' })
    expect((await club.get('/calendar/women')).status).toBe(404)
  })

  it('looks a subscriber up, with what only that person sees, and without the addresses of the feed', async () => {
    const alice = await club.subscriber('alice@example.com', [calendarId])
    await writer.ask('create_private_event', {
      ...{
        svcId: alice.svcId,
        name: 'Renewal',
        startDate: '2027-06-20',
        endDate: '2027-06-20',
        allDay: true,
      },
      ...{ reference: 'renewal', draft: 0 },
    })
    for (const subscriber of [alice.email, alice.svcId]) {
      const found = await reader.ask('find_subscriber', { subscriber })
      expect(found).toMatchObject({
        subscriber: { id: alice.svcId, email: alice.email, subscribed: true },
        calendars: [{ id: calendarId, name: 'First team' }],
        privateEvents: 1,
      })
      expect(JSON.stringify(found)).not.toContain(alice.feedUrl.split('/').at(-2))
    }
    const { events, total } = await reader.ask('list_subscriber_events', {
      svcId: alice.svcId,
      kind: 'private',
    })
    expect(total).toBe(1)
    expect(events).toMatchObject([{ name: 'Renewal', type: 'private' }])
    await club.subscriber('bob@example.com', [calendarId])
    const newest = await reader.ask('list_notifications', { newest: true, limit: 2 })
    const [ofAlice, ofBob] = newest.notifications
    expect(ofAlice).toMatchObject({ kind: 'subscribe', payload: { email: alice.email } })
    expect(ofBob).toMatchObject({ kind: 'subscribe', payload: { email: 'bob@example.com' } })
    const oldest = await reader.ask('list_notifications', { limit: 1 })
    expect(oldest.next).toBe(oldest.notifications[0].id)
    const next = await reader.ask('list_notifications', { after: ofAlice.id })
    expect(next.notifications).toEqual([ofBob])
  })

  it('explains a failed signature, and never tells the secret', async () => {
    const url = `${club.url}/apiv2/calendar?showDraft=1&apiKey=${club.apiKey}`
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const unsorted = md5(`${club.secret}showDraft1apiKey${club.apiKey}`)
    const wrong = await reader.ask('explain_signature', { method: 'GET', url: `${url}&apiSign=${unsorted}` })
    expect(wrong).toMatchObject({ verdict: 'wrong', form: 'md5' })
    expect(wrong.problems[0].change).toContain('Sort them')
    expect(wrong.hasToBeSigned).toBe(`‹secret›apiKey${club.apiKey}showDraft1`)
    const right = md5(`${club.secret}apiKey${club.apiKey}showDraft1`)
    const fine = await reader.ask('explain_signature', { method: 'GET', url: `${url}&apiSign=${right}` })
    expect(fine).toMatchObject({ verdict: 'right', problems: [] })
    const other = await reader.ask('explain_signature', {
      method: 'GET',
      url: url.replace(club.apiKey, 'another'),
    })
    expect(other.problems[0].what).toContain('another API key')
    const leaked = await reader.ask('explain_signature', {
      method: 'GET',
      url: `${url}&secret=${club.secret}`,
    })
    expect(JSON.stringify([wrong, fine, other, leaked])).not.toContain(club.secret)
  })

  it('says what is wrong in a way a model can act on', async () => {
    const failed = async (name: string, args: Json) => {
      const { isError, structuredContent } = await writer.call(name, args)
      expect(isError, name).toBe(true)
      return structuredContent as Json
    }
    const unknown = await failed('get_event', { event: '01a1fdb1cee912a67fb4ea81' })
    expect(unknown).toMatchObject({ status: 404, hint: expect.stringContaining('list tool') })
    expect(unknown.requestId).toBeTruthy()
    const event = { calendarId, name: 'X', location: 'Y', startDate: '2027-02-30', endDate: '2027-02-30' }
    const bad = await failed('create_event', { ...event, alert: 'soon' })
    expect(bad.errors).toMatchObject({ startDate: expect.any(String), alert: expect.any(String) })
    const { isError, content } = await writer.call('list_events', { limit: 1000 })
    expect(isError).toBe(true)
    expect(JSON.stringify(content)).toContain('limit')
  })
})

describe('the start of fasti mcp', () => {
  const app = useTestApp('sqlite')

  it('takes the secret from a file, and tells when the service or the key is not there', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fasti-mcp-'))
    const file = path.join(folder, 'secret')
    const club = await app.publisher()
    writeFileSync(file, `${club.secret}\n`)
    const byFile = await new Assistant().connect(club, ['--secret-file', file], { FASTI_SECRET: 'wrong' })
    expect((await byFile.ask('list_calendars')).total).toBe(0)
    const forged = await new Assistant().connect(club, [], { FASTI_SECRET: 'wrong' })
    const { structuredContent } = await forged.call('list_calendars')
    expect(structuredContent).toMatchObject({ status: 403, error: expect.stringContaining('signature') })
    await Promise.all([byFile.close(), forged.close()])
    rmSync(folder, { recursive: true })
  })

  it.each([
    [[], {}, 'FASTI_API_KEY and FASTI_SECRET'],
    [['--url', 'nowhere'], { FASTI_API_KEY: 'a', FASTI_SECRET: 'b' }, 'nowhere'],
  ] as const)('is refused with a sentence: %j', async (args, env, message) => {
    const { code, stdout, stderr } = await runHere(['mcp', ...args], env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  })
})
