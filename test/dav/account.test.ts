import { createDAVClient } from 'tsdav'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import {
  basic,
  davAsk,
  deviceOf,
  multigetBody,
  propfind,
  queryBody,
  responsesIn,
  sync,
  syncBody,
  tokenIn,
} from '../support/dav.ts'
import { useTestApp } from '../support/test-app.ts'
import { expectOk, send } from '../support/test-publisher.ts'

const NEXT_YEAR = new Date().getUTCFullYear() + 1
const DAY = { startDate: `${NEXT_YEAR}-04-10`, endDate: `${NEXT_YEAR}-04-10` }

describe.each(DATABASES)('a CalDAV account on %s', (kind) => {
  let later = 0
  const app = useTestApp(kind, { now: () => Date.now() + later })

  async function fan() {
    const club = await app.publisher({ company: 'City & Rugby' })
    const first = await club.calendar({ name: 'First team <A>' })
    const second = await club.calendar({ name: 'Second team' })
    const match = await club.event(first, { name: 'City v Town & friends', ...DAY, alert: '15M' })
    const subscriber = await club.subscriber(undefined, [first, second])
    return { club, first, second, match, subscriber, device: await deviceOf(club, subscriber.svcId) }
  }

  it('is set up from the bare host name by a library of others, which reads and syncs it', async () => {
    const { club, first, second, match, subscriber, device } = await fan()
    const own = await club.privateEvent(subscriber.svcId, { name: 'Your seat', ...DAY })
    const credentials = { username: device.userName, password: device.password }
    const client = await createDAVClient({
      ...{ serverUrl: app.url, credentials, authMethod: 'Basic', defaultAccountType: 'caldav' },
    })
    const calendars = await client.fetchCalendars()
    expect(calendars.map(({ displayName }) => displayName)).toEqual([
      'First team <A>',
      'Second team',
      'For you',
    ])
    expect(calendars.map(({ components }) => components)).toEqual([['VEVENT'], ['VEVENT'], ['VEVENT']])
    const colors = calendars.map(({ calendarColor }) => calendarColor)
    expect(new Set(colors).size).toBe(3)
    const [ofFirst, ofSecond, ofOwn] = await Promise.all(
      calendars.map((calendar) => client.fetchCalendarObjects({ calendar })),
    )
    expect(ofFirst).toHaveLength(1)
    expect(ofFirst![0]!.data).toContain('SUMMARY:City v Town & friends')
    expect(ofFirst![0]!.data).toContain('TRIGGER:-PT15M')
    expect(ofFirst![0]!.url).toContain(`/${first}/${match}.ics`)
    expect(ofSecond).toEqual([])
    expect(ofOwn![0]!.url).toContain(`/private/${own}.ics`)

    const added = await club.event(second, { name: 'New', ...DAY })
    expectOk(await club.put(`/event/${match}`, { name: 'City v Town', location: 'Elsewhere' }))
    const changed = await Promise.all(
      calendars.map((calendar) => client.isCollectionDirty({ collection: calendar })),
    )
    expect(changed.map(({ isDirty }) => isDirty)).toEqual([true, true, false])
    const responses = await client.syncCollection({
      url: calendars[1]!.url,
      props: { 'd:getetag': {} },
      syncToken: calendars[1]!.syncToken!,
    })
    expect(responses.filter(({ href }) => href).map(({ href, status }) => [href, status])).toEqual([
      [`${new URL(calendars[1]!.url).pathname}${added}.ics`, 207],
    ])
    const refused = await client.createCalendarObject({
      calendar: calendars[0]!,
      filename: 'mine.ics',
      iCalString: ofFirst![0]!.data as string,
    })
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('can only be read')
  })

  it('tells exactly what changed: moved, cancelled, hidden, deleted, in another calendar, and nothing else', async () => {
    const { club, first, second, match, device } = await fan()
    const ids = await Promise.all(
      ['gone', 'hidden', 'leaves', 'stays', 'draft'].map((name) =>
        club.event(first, { name, ...DAY, draft: name === 'draft' ? 1 : 0 }),
      ),
    )
    const [gone, hidden, leaves, , draft] = ids as [string, string, string, string, string]
    const path = `${device.home}${first}/`
    const known = new Map<string, string>()
    let { token } = await sync(device, path, known, '')
    expect(known.size).toBe(5)
    expect([...known.keys()].join()).not.toContain(draft)

    expectOk(await club.put(`/event/${match}`, { startTime: '16:00' }))
    expectOk(await club.delete(`/event/${gone}`))
    expectOk(await club.put(`/event/${hidden}`, { draft: 1 }))
    expectOk(await club.put(`/event/${leaves}`, { calendarIds: [second] }))
    const { text } = await device.ask('REPORT', path, syncBody(token), { depth: '0' })
    const href = (id: string) => `${path}${id}.ics`
    expect(responsesIn(text)).toEqual(
      new Map([
        [href(match), expect.stringMatching(/^&quot;/)],
        [href(gone), '404'],
        [href(hidden), '404'],
        [href(leaves), '404'],
      ]),
    )
    token = (await sync(device, path, known, token)).token
    expect([...known.keys()].sort()).toEqual([href(match), href(ids[3]!)].sort())
    // Nothing new: the same token, and no response.
    const again = await device.ask('REPORT', path, syncBody(token), { depth: '1' })
    expect(responsesIn(again.text).size).toBe(0)
    expect(tokenIn(again.text)).toBe(token)

    const fetched = await device.ask('REPORT', path, multigetBody([href(match), href(gone), '/dav/x']))
    expect(responsesIn(fetched.text)).toEqual(
      new Map([
        ['/dav/x', '404'],
        [href(match), known.get(href(match))],
        [href(gone), '404'],
      ]),
    )
    const object = await device.ask('GET', href(match))
    expect(object.headers.get('etag')).toBe(known.get(href(match))!.replaceAll('&quot;', '"'))
    expect(object.text).toContain(`UID:${match}@`)
    const unchanged = await device.ask('GET', href(match), undefined, {
      'if-none-match': object.headers.get('etag')!,
    })
    expect(unchanged.status).toBe(304)
  })

  it('goes on after a limit, and refuses tokens that are foreign, too old, or from before a restore', async () => {
    const { club, first, second, device } = await fan()
    for (let i = 0; i < 7; i++) await club.event(first, { name: `Match ${i}`, ...DAY })
    const path = `${device.home}${first}/`
    const known = new Map<string, string>()
    const { token } = await sync(device, path, known, '', 3)
    expect(known.size).toBe(8)
    const refused = async (wrong: string, at = path) => {
      const { status, text } = await device.ask('REPORT', at, syncBody(wrong), { depth: '1' })
      expect({ status, text }).toMatchObject({
        status: 403,
        text: expect.stringContaining('<d:valid-sync-token/>'),
      })
    }
    await refused(token, `${device.home}${second}/`)
    await refused('https://elsewhere.example/42')
    const another = await club.subscriber(undefined, [first])
    const theirs = await deviceOf(club, another.svcId)
    await refused((await sync(theirs, `${theirs.home}${first}/`, new Map(), '')).token)
    await refused(token.replace(/-(\d+)-(\d+)-/, `-${Date.now() + 60_000}000-$2-`))
    await refused(token.replace(/-(\d+)-(\d+)-/, '-$1-12000-'))
    const bad = await device.ask('REPORT', path, syncBody(token, 0), { depth: '1' })
    expect(bad).toMatchObject({ status: 403, text: expect.stringContaining('number-of-matches') })

    const restored = { name: 'restored', value: new Date().toISOString() }
    await app.ctx.db.insertInto('service').values(restored).execute()
    await app.ctx.history.look()
    await refused(token)
    const { token: anew } = await sync(device, path, known, token)
    expect(known.size).toBe(8)
    expect((await device.ask('REPORT', path, syncBody(anew), { depth: '1' })).status).toBe(207)
  })

  it('shows an event of two calendars once, and what the person decides in all events', async () => {
    const { club, first, second, device, subscriber } = await fan()
    const both = await club.event(first, { name: 'Derby', ...DAY, calendarIds: [first, second] })
    const paths = [first, second].map((id) => `${device.home}${id}/`)
    const known = [new Map<string, string>(), new Map<string, string>()]
    const tokens = ['', '']
    const syncBoth = async () => {
      for (const [i, path] of paths.entries())
        tokens[i] = (await sync(device, path, known[i]!, tokens[i]!)).token
    }
    await syncBoth()
    expect(
      known.map((some) => some.has(`${paths[0]}${both}.ics`) || some.has(`${paths[1]}${both}.ics`)),
    ).toEqual([true, false])
    expectOk(
      await club.post(`/subscriber/${subscriber.svcId}/subscriptions/remove`, { calendarIds: [first] }),
    )
    expect((await device.ask('REPORT', paths[0]!, syncBody(tokens[0]!), { depth: '1' })).status).toBe(404)
    tokens[1] = (await sync(device, paths[1]!, known[1]!, tokens[1]!)).token
    expect([...known[1]!.keys()]).toEqual([`${paths[1]}${both}.ics`])
    expectOk(await club.post(`/subscriber/${subscriber.svcId}/subscriptions/add`, { calendarIds: [first] }))
    await syncBoth()
    expect(known.map(({ size }) => size)).toEqual([2, 0])

    const before = known[0]!.get(`${paths[0]}${both}.ics`)
    expectOk(
      await send(`${subscriber.manageUrl}/reminders`, {
        method: 'POST',
        body: JSON.stringify({ reminders: ['2H'] }),
      }),
    )
    await syncBoth()
    expect(known[0]!.get(`${paths[0]}${both}.ics`)).not.toBe(before)
    const { text } = await device.ask('REPORT', paths[0]!, multigetBody([...known[0]!.keys()]))
    expect(text.match(/TRIGGER:-PT2H/g)).toHaveLength(2)
  })

  it('writes objects to the same octets as ever: else raise RENDERING in src/dav/look.ts', async () => {
    const { club, first, match, device } = await fan()
    expectOk(await club.put(`/event/${match}`, { details: 'Bring your card; it <saves> time & money.' }))
    const { text } = await device.ask('GET', `${device.home}${first}/${match}.ics`)
    const steady = text
      .replaceAll(match, 'EVENT')
      .replaceAll(String(NEXT_YEAR), 'YEAR')
      .replace(/\r\n /g, '')
      .replace(/\/manage\/[\w-]+/, '/manage/TOKEN')
      .replace(/(DTSTAMP|LAST-MODIFIED|CREATED):.*/g, '$1:TIME')
    await expect(steady).toMatchFileSnapshot('../golden/caldav-object.ics')
  })

  it('drops at midnight what leaves the feed window', async () => {
    const club = await app.publisher()
    expectOk(await club.put('/admin/api/publisher', { feedPastDays: 1, feedFutureDays: 3 }))
    const calendar = await club.calendar()
    const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
    const at = (n: number) =>
      club.event(calendar, {
        name: `Day ${n}`,
        startDate: day(n),
        endDate: day(n),
        startTime: '12:00',
        endTime: '13:00',
        timezone: 'UTC',
      })
    const ids = await Promise.all([-1, 0, 3, 4, 9].map(at))
    const subscriber = await club.subscriber(undefined, [calendar])
    const device = await deviceOf(club, subscriber.svcId)
    const path = `${device.home}${calendar}/`
    const known = new Map<string, string>()
    const shown = () => ids.map((id) => known.has(`${path}${id}.ics`))
    let { token } = await sync(device, path, known, '')
    expect(shown()).toEqual([true, true, true, false, false])
    later += 86_400_000
    const answer = await device.ask('REPORT', path, syncBody(token), { depth: '1' })
    expect(responsesIn(answer.text).size).toBe(2)
    token = (await sync(device, path, known, token)).token
    expect(shown()).toEqual([false, true, true, true, false])
    later -= 86_400_000
    token = (await sync(device, path, known, token, 1)).token
    expect(shown()).toEqual([true, true, true, false, false])
  })

  it('finds events by time and text, and refuses filters that it can not follow', async () => {
    const { club, first, match, device } = await fan()
    const fair = await club.event(first, {
      name: 'Fair',
      allDay: 'yes',
      startDate: `${NEXT_YEAR}-05-01`,
      endDate: `${NEXT_YEAR}-05-03`,
    })
    const path = `${device.home}${first}/`
    const found = async (filter: string) => {
      const { status, text } = await device.ask('REPORT', path, queryBody(filter, 'c:calendar-data'), {
        depth: '1',
      })
      expect(status).toBe(207)
      return [...responsesIn(text).keys()].map((href) => href.slice(path.length, -4))
    }
    const range = (from: string, to: string) =>
      `<c:time-range start="${NEXT_YEAR}${from}Z" end="${NEXT_YEAR}${to}Z"/>`
    expect(await found(range('0410T000000', '0411T000000'))).toEqual([match])
    expect(await found(range('0502T000000', '0502T010000'))).toEqual([fair])
    expect(await found(range('0410T160000', '0411T000000'))).toEqual([])
    const summary = (match: string, attributes = '') =>
      `<c:prop-filter name="SUMMARY"><c:text-match ${attributes}>${match}</c:text-match></c:prop-filter>`
    expect(await found(summary('town &amp; FR'))).toEqual([match])
    expect(await found(summary('town', 'collation="i;octet"'))).toEqual([])
    expect(await found(summary('town', 'negate-condition="yes"'))).toEqual([fair])
    expect(await found('<c:prop-filter name="RRULE"/>')).toEqual([])
    const refused = await device.ask('REPORT', path, queryBody('<c:comp-filter name="VALARM"/>'), {
      depth: '1',
    })
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('<c:supported-filter/>') })
    const tasks = queryBody().replace('"VEVENT"', '"VTODO"')
    expect(responsesIn((await device.ask('REPORT', path, tasks)).text).size).toBe(0)
    const wrong = await device.ask('REPORT', path, queryBody('<c:time-range start="tomorrow"/>'))
    expect(wrong).toMatchObject({ status: 403, text: expect.stringContaining('<c:valid-filter/>') })
  })

  it('refuses whatever writes, in words and in the elements that programs know', async () => {
    const { first, match, device } = await fan()
    const object = `${device.home}${first}/${match}.ics`
    for (const method of ['PUT', 'DELETE', 'MOVE', 'COPY', 'LOCK', 'MKCALENDAR', 'MKCOL', 'POST', 'ACL']) {
      const { status, text } = await device.ask(
        method,
        method.startsWith('MK') ? `${device.home}new/` : object,
        'BEGIN:VCALENDAR',
      )
      expect({ method, status }).toEqual({ method, status: 403 })
      expect(text).toContain('<d:need-privileges><d:resource><d:href>')
    }
    const patch = `<d:propertyupdate xmlns:d="DAV:" xmlns:ic="http://apple.com/ns/ical/"><d:set><d:prop><ic:calendar-color>#FF0000FF</ic:calendar-color><d:displayname>Mine</d:displayname></d:prop></d:set></d:propertyupdate>`
    const patched = await device.ask('PROPPATCH', `${device.home}${first}/`, patch)
    expect(patched.status).toBe(207)
    expect(patched.text).toContain(
      '<ic:calendar-color/><d:displayname/></d:prop><d:status>HTTP/1.1 403 Forbidden',
    )
    expect(patched.text).toContain('<d:cannot-modify-protected-property/>')
    const options = await davAsk(`${app.url}${device.home}`, 'OPTIONS')
    expect(options.headers.get('dav')).toContain('calendar-access')
    expect(options.headers.get('allow')).toContain('REPORT')
  })

  it('says for 30 days that the person left, then asks for a password', async () => {
    const { club, first, device, subscriber } = await fan()
    const old = `${device.home}${first}/`
    const before = await sync(device, old, new Map(), '')
    expectOk(await club.post(`/subscriber/${subscriber.svcId}/unsubscribe`))
    const listed = await device.ask('PROPFIND', device.home, propfind('d:displayname'), { depth: '1' })
    expect(responsesIn(listed.text).size).toBe(2)
    // An application that knows only this calendar has to begin anew, and is told there.
    const refused = await device.ask('REPORT', old, syncBody(before.token))
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('<d:valid-sync-token/>') })
    const inOld = new Map<string, string>()
    await sync(device, old, inOld, '')
    expect([...inOld.keys()]).toEqual([`${old}ended.ics`])
    const path = `${device.home}ended/`
    const known = new Map<string, string>()
    const { token } = await sync(device, path, known, '')
    expect([...known.keys()]).toEqual([`${path}ended.ics`])
    expect((await device.ask('GET', `${path}ended.ics`)).text).toContain('subscription ended')
    expect((await sync(device, path, new Map(), token)).token).toBe(token)
    later += 31 * 86_400_000
    expect((await device.ask('PROPFIND', device.home, undefined, { depth: '1' })).status).toBe(401)
    later -= 31 * 86_400_000
  })

  it('opens nothing to strangers, revoked devices, and devices of others', async () => {
    const { club, first, match, device, subscriber } = await fan()
    const other = await fan()
    const none = await davAsk(`${app.url}${device.home}`, 'PROPFIND', undefined, { depth: '1' })
    expect(none.status).toBe(401)
    expect(none.headers.get('www-authenticate')).toBe('Basic realm="Fasti", charset="UTF-8"')
    expect(device.home).not.toContain(subscriber.svcId)
    for (const path of [device.home, `${device.home}${first}/`])
      expect((await other.device.ask('PROPFIND', path, undefined, { depth: '1' })).status).toBe(404)
    expect(
      (await other.device.ask('PROPFIND', `${other.device.home}${first}/`, undefined, { depth: '1' })).status,
    ).toBe(404)
    // A password as people type it.
    const fails = async (method: string, at: string, body?: string) =>
      expect({ at, ...(await other.device.ask(method, at, body)) }).toMatchObject({ at, status: 404 })
    const object = `${device.home}${first}/${match}.ics`
    await fails('GET', object)
    await fails('REPORT', `${device.home}${first}/`, multigetBody([object]))
    const foreign = await other.device.ask(
      'REPORT',
      `${other.device.home}${other.first}/`,
      multigetBody([object]),
    )
    expect(responsesIn(foreign.text)).toEqual(new Map([[object, '404']]))
    const typed = basic('whoever', device.password.toLowerCase().replaceAll('-', ' '))
    expect(
      (await davAsk(`${app.url}${device.home}`, 'PROPFIND', undefined, { ...typed, depth: '0' })).status,
    ).toBe(207)
    const feedToken = new URL(subscriber.feedUrl).pathname.split('/')[2]!
    const wrong = ['x', feedToken, device.password.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))]
    for (const password of wrong)
      expect((await davAsk(`${app.url}/dav/`, 'PROPFIND', undefined, basic('x', password))).status).toBe(401)
    let last = 0
    for (let i = 0; i < 20; i++)
      last = (
        await davAsk(`${app.url}/dav/`, 'PROPFIND', undefined, {
          ...basic('x', `guess ${i}`),
          'x-forwarded-for': '10.9.9.9',
        })
      ).status
    expect(last).toBe(429)
    const plain = await device.ask('PROPFIND', device.home, undefined, {
      depth: '0',
      'x-forwarded-proto': 'http',
    })
    expect(plain.status).toBe(403)
    expectOk(await club.delete(`/subscriber/${subscriber.svcId}/links/${device.number}`))
    expect((await device.ask('PROPFIND', device.home, undefined, { depth: '0' })).status).toBe(401)
  })

  it('is found from the well-known address, and answers attacks in the words of WebDAV', async () => {
    const { first, device } = await fan()
    const known = await device.ask('PROPFIND', '/.well-known/caldav', propfind('d:current-user-principal'), {
      depth: '0',
    })
    expect(known.text).toContain(
      `<d:current-user-principal><d:href>${device.home.replace('cal/', '')}</d:href>`,
    )
    // Nextcloud's library does not go on without it.
    const principal = device.home.replace('cal/', '')
    const sets = propfind('d:principal-collection-set')
    expect((await device.ask('PROPFIND', principal, sets, { depth: '0' })).text).toContain(
      '<d:prop><d:principal-collection-set/></d:prop><d:status>HTTP/1.1 200',
    )
    const redirect = await davAsk(`${app.url}/.well-known/caldav`, 'GET')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([307, 'https://fasti.test/dav/'])
    const path = `${device.home}${first}/`
    const status = async (body: string, headers: Record<string, string> = { depth: '1' }) =>
      (await device.ask('PROPFIND', path, body, headers)).status
    expect(await status(propfind('d:displayname'), { depth: 'infinity' })).toBe(403)
    expect(await status('<!DOCTYPE d [<!ENTITY a "b">]><d:propfind xmlns:d="DAV:"/>')).toBe(400)
    expect(await status('<d:propfind xmlns:d="DAV:"><d:prop>&a;</d:prop></d:propfind>')).toBe(400)
    expect(await status('<a>'.repeat(5000) + '</a>'.repeat(5000))).toBe(400)
    expect(await status('<d:propfind xmlns:d="urn:other"><d:prop/></d:propfind>')).toBe(400)
    expect(await status('no xml')).toBe(400)
    expect(await status('x'.repeat(300_000))).toBe(413)
    const many = multigetBody(Array.from({ length: 1001 }, (_, i) => `/dav/${i}`))
    expect((await device.ask('REPORT', path, many)).status).toBe(403)
    const tooMany = multigetBody(Array.from({ length: 10_000 }, (_, i) => `${path}${i}.ics`))
    expect((await device.ask('REPORT', path, tooMany)).status).toBe(413)
    for (const depth of [undefined, 'infinity, noroot', '2'])
      expect(await status(propfind('d:displayname'), depth === undefined ? {} : { depth })).toBe(403)
    const unknown = await device.ask(
      'PROPFIND',
      path,
      '<propfind xmlns="DAV:"><prop><x:odd xmlns:x="urn:x&quot;"/><displayname/></prop></propfind>',
      { depth: '0' },
    )
    expect(unknown.text).toContain('<x:odd xmlns:x="urn:x&quot;"/></d:prop><d:status>HTTP/1.1 404')
    expect(unknown.text).toContain('<d:displayname>First team &lt;A&gt;</d:displayname>')
    const brief = await device.ask('PROPFIND', path, propfind('d:quota', 'd:displayname'), {
      depth: '0',
      prefer: 'return=minimal',
    })
    expect(brief.text).not.toContain('404')
    const report = await device.ask('REPORT', device.home, '<d:expand-property xmlns:d="DAV:"/>')
    expect(report).toMatchObject({ status: 403, text: expect.stringContaining('<d:supported-report/>') })
  })
})
