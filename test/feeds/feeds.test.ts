import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { subscribedAgain } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { useTestApp } from '../support/test-app.ts'
import { record, send } from '../support/test-publisher.ts'

/** Reads a feed as an application does; it has to be a sound calendar every time. */
async function read(url: string, headers: HeadersInit = {}) {
  const response = await fetch(url, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status === 200) expect(lintIcs(bytes)).toEqual([])
  const text = bytes.toString().replaceAll('\r\n ', '')
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:;[^:\r\n]*)?:(.*)\r$`, 'gm'))].map((match) => match[1])
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    values,
    etag: response.headers.get('etag')!,
  }
}

describe.each(DATABASES)('feeds on %s', (kind) => {
  const app = useTestApp(kind)

  async function clubWithFan() {
    const club = await app.publisher()
    const calendar = await club.calendar()
    return { club, calendar, fan: await club.subscriber(undefined, [calendar]) }
  }

  it('holds public and private events, drafts left out', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const other = await club.calendar()
    await club.event(calendar, { name: 'Public' })
    await club.event(calendar, { name: 'Draft', draft: 1 })
    await club.event(other, { name: 'Not followed' })
    await club.privateEvent(fan.svcId, { name: 'Private' })
    await club.privateEvent(fan.svcId, { name: 'Private draft', draft: 1 })
    const feed = await read(fan.feedUrl)
    expect(feed.values('SUMMARY').sort()).toEqual(['Private', 'Public'])
    expect(Object.fromEntries(feed.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=900',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      vary: 'accept-encoding',
      'content-disposition': 'inline; filename="City Rugby.ics"; filename*=UTF-8\'\'City%20Rugby.ics',
    })
    expect(feed.text).toContain(
      '\r\nNAME:City Rugby\r\nX-WR-CALNAME:City Rugby\r\nX-WR-TIMEZONE:Europe/London\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n',
    )
    expect(feed.text).not.toContain('METHOD')
  })

  it('writes an event with all it has', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const id = await club.event(calendar, {
      name: 'Finale 🏆; Team, one',
      details: 'Line 1\nLine 2',
      alert: '15M',
      alert2: '1D',
      'quickLink[1][name]': 'Tickets',
      'quickLink[1][url]': 'https://tickets.example.com/?a=1',
      'quickLink[3][url]': 'https://example.com/3',
    })
    const feed = await read(fan.feedUrl)
    expect(feed.values('UID')).toEqual([`${id}@fasti.test`])
    expect(feed.text).toContain(
      'DTSTART;TZID=Europe/London:20270410T150000\r\nDTEND;TZID=Europe/London:20270410T170000\r\n',
    )
    expect(feed.values('TRIGGER')).toEqual(['-PT15M', '-P1D'])
    expect(feed.values('SUMMARY')).toEqual(['Finale 🏆\\; Team\\, one'])
    const lines = feed.values('DESCRIPTION')[0]!.split('\\n')
    expect(lines).toEqual([
      'Line 1',
      'Line 2',
      'Tickets',
      expect.stringMatching(/^https:\/\/fasti\.test\/l\/\w{11,13}$/),
      `${lines[3]}-3`,
      `Change or leave this calendar: https://fasti.test/manage/${fan.manageUrl.split('/').at(-1)}`,
    ])
    expect(feed.values('URL')).toEqual([lines[3]])
    const followed = await send(app.url + new URL(lines[3]!).pathname)
    expect([followed.status, followed.headers.get('location')]).toEqual([
      302,
      'https://tickets.example.com/?a=1',
    ])
    const third = await send(app.url + new URL(lines[4]!).pathname)
    expect(third.headers.get('location')).toBe('https://example.com/3')
    for (const unknown of ['nothing', `${lines[3]}-2`.split('/').at(-1), '3abcdefghij'])
      expect((await send(`${app.url}/l/${unknown}`)).status, unknown).toBe(404)
  })

  it('keeps the address of a quick link through changes, and the long ones of earlier releases', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const id = await club.event(calendar, { 'quickLink[1][url]': 'https://example.com/1' })
    const follow = async (url: string) =>
      (await send(app.url + new URL(url).pathname)).headers.get('location')
    const urlNow = async () => (await read(fan.feedUrl)).values('URL')[0]!
    const short = await urlNow()
    await club.put(`/event/${id}`, { name: 'Moved', 'quickLink[1][url]': 'https://example.com/2' })
    expect([await urlNow(), await follow(short)]).toEqual([short, 'https://example.com/2'])
    await club.put(`/event/${id}`, { 'quickLink[1][url]': '' })
    await club.put(`/event/${id}`, { 'quickLink[1][url]': 'https://example.com/3' })
    expect([await urlNow(), await follow(short)]).toEqual([short, 'https://example.com/3'])

    // An event that was saved by an earlier release has no code.
    const target = { publisherId: club.id, id, position: 1 }
    const long = `https://fasti.test/l/${app.ctx.links.token('quick-link', target)}`
    await app.ctx.db
      .updateTable('event')
      .set({
        extras: JSON.stringify({ quickLinks: [{ position: 1, name: '', url: 'https://example.com/4' }] }),
      })
      .where('publisher_id', '=', club.id)
      .where('id', '=', id)
      .execute()
    await club.event(calendar, { name: 'Another' })
    expect((await read(fan.feedUrl)).values('URL')).toContain(long)
    expect(await follow(long)).toBe('https://example.com/4')
    await club.put(`/event/${id}`, { name: 'Saved again' })
    const [newer] = (await read(fan.feedUrl)).values('URL')
    expect(newer).toMatch(/\/l\/\w{11,13}$/)
    for (const url of [long, newer!, short]) expect(await follow(url)).toBe('https://example.com/4')
  })

  it('gives every event of a batch a code of its own, unless it was there', async () => {
    const { club, fan } = await clubWithFan()
    const events = [1, 2, 3].map((n) => ({
      ...record(fan.svcId),
      ...{ reference: `seat-${n}`, 'quickLink[1][url]': `https://example.com/${n}` },
    }))
    await club.post('/batch/events', { type: 'private', events: events.slice(0, 2) })
    await club.post('/batch/events', { type: 'private', events })
    const urls = (await read(fan.feedUrl)).values('URL').map((url) => url!)
    const followed = urls.map(async (url) =>
      (await send(app.url + new URL(url).pathname)).headers.get('location'),
    )
    expect((await Promise.all(followed)).sort()).toEqual(events.map((event) => event['quickLink[1][url]']))
    const codes = app.ctx.db.selectFrom('link_code').selectAll().where('publisher_id', '=', club.id)
    expect(await codes.execute()).toHaveLength(3)
  })

  it.each([
    ['de', 'Diesen Kalender ändern oder abbestellen: ', 'City Rugby: noch keine Termine'],
    ['fr', 'Modifier ou quitter ce calendrier : ', 'City Rugby : pas encore d’événements'],
    ['ja', 'このカレンダーの変更・解除：', 'City Rugby：予定はまだありません'],
    ['ar', 'تغيير هذا التقويم أو مغادرته: ', 'City Rugby: لا أحداث بعد'],
  ])(
    'has words in the language of the subscriber before the manage link: %s',
    async (language, words, empty) => {
      const { club, calendar, fan } = await clubWithFan()
      const headers = { 'accept-language': language }
      const answer = (await club.subscribe(`in-${language}@example.com`, [calendar], {}, headers)).body
      const feedUrl = app.url + new URL(answer.calendarUrl.httpsCalUrl as string).pathname
      const line = `${words}${answer.manageUrl}`
      const none = await read(feedUrl)
      expect(none.values('SUMMARY')).toEqual([empty])
      expect(none.values('DESCRIPTION')[0]!.split('\\n').at(-1)).toBe(line)
      await club.event(calendar)
      await club.privateEvent(fan.svcId)
      expect((await read(feedUrl)).values('DESCRIPTION').map((text) => text!.split('\\n').at(-1))).toEqual([
        line,
      ])
      for (const text of (await read(fan.feedUrl)).values('DESCRIPTION'))
        expect(text).toMatch(/(^|\\n)Change or leave this calendar: https:\S+$/)
    },
  )

  it('gives each subscriber the own manage link in a shared calendar', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const other = await club.subscriber(undefined, [calendar])
    await club.event(calendar, { details: 'x'.repeat(300) })
    const [a, b] = [await read(fan.feedUrl), await read(other.feedUrl)]
    for (const [feed, person] of [
      [a, fan],
      [b, other],
    ] as const) {
      expect(feed.values('DESCRIPTION')[0]).toMatch(new RegExp(`${person.manageUrl.split('/').at(-1)}$`))
    }
  })

  it('is the same to the byte while nothing changes, and answers 304', async () => {
    const { club, calendar, fan } = await clubWithFan()
    await club.event(calendar)
    const first = await read(fan.feedUrl)
    const again = await read(fan.feedUrl)
    expect(again.bytes.equals(first.bytes)).toBe(true)
    expect(again.etag).toBe(first.etag)
    expect(first.etag).toMatch(/^"[^"]+"$/)
    for (const tag of [first.etag, `"x", ${first.etag}`, `W/${first.etag}`, '*']) {
      const answer = await read(fan.feedUrl, { 'if-none-match': tag })
      expect([answer.status, answer.bytes.length, answer.etag]).toEqual([304, 0, first.etag])
    }
    expect(
      (await read(fan.feedUrl, { 'if-none-match': '"other"', 'if-modified-since': new Date().toUTCString() }))
        .status,
    ).toBe(200)
    const head = await fetch(fan.feedUrl, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
      200,
      first.etag,
      first.headers.get('content-length'),
    ])
    expect(await head.text()).toBe('')
  })

  it('answers 304 by date only when nothing can have changed since', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const id = await club.event(calendar)
    const before = await read(fan.feedUrl)
    await club.put(`/event/${id}`, { name: 'Changed within the second' })
    const since = { 'if-modified-since': before.headers.get('last-modified')! }
    expect((await read(fan.feedUrl, since)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const settled = await read(fan.feedUrl)
    expect(
      (await read(fan.feedUrl, { 'if-modified-since': settled.headers.get('last-modified')! })).status,
    ).toBe(304)
    await club.delete(`/event/${id}`)
    await club.event(calendar)
    expect(
      (await read(fan.feedUrl, { 'if-modified-since': settled.headers.get('last-modified')! })).status,
    ).toBe(200)
  })

  it('has another version after each change, at once', async () => {
    const { club, calendar, fan } = await clubWithFan()
    let last = ''
    const changed = async () => {
      const { etag, bytes } = await read(fan.feedUrl)
      expect(etag).not.toBe(last)
      last = etag
      return bytes.toString()
    }
    await changed()
    const event = await club.event(calendar)
    await changed()
    await club.put(`/event/${event}`, { startTime: '14:00' })
    expect(await changed()).toContain('T140000')
    const [{ id }] = (await club.post('/batch/events', { type: 'private', events: [record(fan.svcId)] })).body
      .items
    await changed()
    await club.delete('/batch/events?type=private', { ids: [id] })
    await changed()
    const single = await club.privateEvent(fan.svcId)
    await changed()
    await club.put(`/event/${single}`, { draft: 1 })
    await changed()
    await club.delete(`/event/${single}`)
    expect((await read(fan.feedUrl)).etag, 'a draft that is deleted shows nowhere').toBe(last)
    await club.put(`/calendar/${calendar}`, { subGenre: 'x', draftCalendar: 1 })
    expect(await changed()).not.toContain(event)
    await club.put(`/calendar/${calendar}`, { subGenre: 'x', draftCalendar: 0 })
    expect(await changed()).toContain(event)
    await club.post(`/subscriber/${fan.svcId}/subscriptions/remove`, { calendarIds: [calendar] })
    await changed()
    await club.post(`/subscriber/${fan.svcId}/subscriptions/add`, { calendarIds: [calendar] })
    await changed()
    await club.delete(`/calendar/${calendar}`)
    await changed()
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await changed()
    await subscribedAgain(app, club, fan.email, [])
    await changed()
  })

  it('raises SEQUENCE with what a subscriber can see, and never DTSTAMP without a change', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const id = await club.event(calendar)
    const state = async () => {
      const feed = await read(fan.feedUrl)
      return [feed.values('SEQUENCE')[0], feed.values('DTSTAMP')[0]]
    }
    const [sequence, stamp] = await state()
    expect(sequence).toBe('0')
    await club.put(`/event/${id}`, { location: 'City Ground' })
    expect(await state()).toEqual(['0', stamp])
    await club.put(`/event/${id}`, { location: 'Elsewhere' })
    expect((await state())[0]).toBe('1')
    await club.put(`/event/${id}`, { referenceType: 'group' })
    expect((await state())[0]).toBe('1')
    await club.put(`/event/${id}`, { startDate: '2027-04-09' })
    expect((await state())[0]).toBe('2')
  })

  it('compresses where asked for, but not for Outlook', async () => {
    const { club, calendar, fan } = await clubWithFan()
    for (let i = 0; i < 5; i++) await club.event(calendar)
    const { default: http } = await import('node:http')
    const raw = (headers: Record<string, string>) =>
      new Promise<{ encoding: string | undefined; etag: string; body: Buffer }>((resolve, reject) => {
        http
          .get(fan.feedUrl, { headers }, (response) => {
            const parts: Buffer[] = []
            response.on('data', (part: Buffer) => parts.push(part))
            response.on('end', () =>
              resolve({
                encoding: response.headers['content-encoding'],
                etag: response.headers.etag!,
                body: Buffer.concat(parts),
              }),
            )
          })
          .on('error', reject)
      })
    const plain = await raw({})
    const gzip = await raw({ 'accept-encoding': 'deflate, gzip;q=0.8' })
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    expect(gzip.etag).not.toBe(plain.etag)
    expect((await raw({ 'accept-encoding': 'gzip', 'if-none-match': plain.etag })).body.length).toBe(0)
    for (const headers of [
      { 'accept-encoding': 'gzip;q=0' },
      { 'accept-encoding': 'identity' },
      {
        'accept-encoding': 'gzip',
        'user-agent': 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.16327; Pro)',
      },
    ]) {
      expect(await raw(headers as unknown as Record<string, string>)).toMatchObject({
        encoding: undefined,
        etag: plain.etag,
      })
    }
  })

  it('is reached with and without a name, with any Accept', async () => {
    const { fan } = await clubWithFan()
    const base = fan.feedUrl.slice(0, fan.feedUrl.lastIndexOf('/'))
    for (const url of [base, `${base}/`, `${base}/City%20Rugby`, `${base}/anything.ics`]) {
      expect((await read(url, { accept: 'text/html' })).status).toBe(200)
    }
  })

  it('says that it has ended after unsubscribing, in one event', async () => {
    const { club, calendar, fan } = await clubWithFan()
    await club.event(calendar, { name: 'Gone now' })
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    const feed = await read(fan.feedUrl)
    expect(feed.status).toBe(200)
    expect(feed.values('BEGIN')).toEqual(['VCALENDAR', 'VEVENT'])
    expect(feed.values('SUMMARY')).toEqual(['City Rugby: subscription ended'])
    expect(feed.values('DTSTART')).toEqual([new Date().toISOString().slice(0, 10).replaceAll('-', '')])
    expect(feed.values('DESCRIPTION')[0]).toContain('To remove this calendar')
    expect(feed.text).not.toContain('Gone now')
    expect((await read(fan.feedUrl)).bytes.equals(feed.bytes)).toBe(true)
    await subscribedAgain(app, club, fan.email, [calendar])
    expect((await read(fan.feedUrl)).values('SUMMARY')).toEqual(['Gone now'])
  })

  it('says so on a rotated link too, while the new link works', async () => {
    const { club, calendar, fan } = await clubWithFan()
    await club.event(calendar, { name: 'Still on' })
    const { body } = await send(`${fan.manageUrl}/rotate`, { method: 'POST', body: '{}' })
    expect((await read(fan.feedUrl)).values('SUMMARY')).toEqual(['City Rugby: subscription ended'])
    const fresh = app.url + new URL(body.calendarUrl.httpsCalUrl as string).pathname
    expect((await read(fresh)).values('SUMMARY')).toEqual(['Still on'])
  })

  it('is never empty: applications keep old events when it is', async () => {
    const { club, calendar, fan } = await clubWithFan()
    expect((await read(fan.feedUrl)).values('SUMMARY')).toEqual(['City Rugby: no events yet'])
    expect((await read(`${app.url}/calendar/${calendar}.ics`)).values('BEGIN')).toEqual([
      'VCALENDAR',
      'VEVENT',
    ])
    await club.event(calendar, { name: 'First' })
    expect((await read(fan.feedUrl)).values('SUMMARY')).toEqual(['First'])
  })

  it('answers 404 to a forged or cut link', async () => {
    const { fan } = await clubWithFan()
    const token = fan.feedUrl.split('/').at(-2)!
    for (const bad of [
      'x',
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      fan.manageUrl.split('/').at(-1)!,
      fan.svcId,
    ]) {
      expect((await send(`${app.url}/feed/${bad}/x.ics`)).status).toBe(404)
    }
  })

  it('publishes a public calendar without private things', async () => {
    const { club, calendar, fan } = await clubWithFan()
    await club.event(calendar, { name: 'Open day', 'quickLink[1][url]': 'https://example.com/1' })
    await club.privateEvent(fan.svcId, { name: 'Private' })
    const url = `${app.url}/calendar/${calendar}.ics`
    const feed = await read(url)
    expect(feed.values('SUMMARY')).toEqual(['Open day'])
    expect(feed.text).not.toContain('/manage/')
    expect((await read(url, { 'if-none-match': feed.etag })).status).toBe(304)
    for (const bad of ['x', '0'.repeat(24), fan.record.id])
      expect((await send(`${app.url}/calendar/${bad}.ics`)).status).toBe(404)
  })

  it('says that a public calendar has ended once it is a draft or deleted, and comes back', async () => {
    const { club, calendar } = await clubWithFan()
    const secret = await club.calendar({ name: 'Not announced', draftCalendar: 1 })
    await club.event(calendar, { name: 'Open day' })
    const url = `${app.url}/calendar/${calendar}.ics`
    const { name } = (await club.get(`/calendar/${calendar}`)).body.data
    const ended = async (of: string, says: string) => {
      const feed = await read(of)
      expect([feed.status, feed.values('SUMMARY')]).toEqual([200, [`${says}: calendar ended`]])
      expect(feed.values('DESCRIPTION')[0]).toContain('To remove this calendar')
      expect((await read(of, { 'if-none-match': feed.etag })).status).toBe(304)
      return feed
    }
    await club.put(`/calendar/${calendar}`, { subGenre: 'x', draftCalendar: 1 })
    await ended(url, 'City Rugby')
    await club.put(`/calendar/${calendar}`, { subGenre: 'x', draftCalendar: 0 })
    expect((await read(url)).values('SUMMARY')).toEqual(['Open day'])
    await club.delete(`/calendar/${calendar}`)
    await ended(url, name as string)
    const draft = await ended(`${app.url}/calendar/${secret}.ics`, 'City Rugby')
    expect(draft.text).not.toContain('Not announced')
    await club.delete(`/calendar/${secret}`)
    expect((await ended(`${app.url}/calendar/${secret}.ics`, 'City Rugby')).text).not.toContain(
      'Not announced',
    )
  })

  it('has a newer LAST-MODIFIED when the reminders change: ICSx5 takes an event only then', async () => {
    const { club, calendar, fan } = await clubWithFan()
    await club.event(calendar, { alert: '60M', alert2: '1H' })
    const first = await read(fan.feedUrl)
    expect(first.values('TRIGGER')).toHaveLength(1)
    let before = first.values('LAST-MODIFIED')[0]!
    for (const reminders of [['2H'], [], null]) {
      await new Promise((done) => setTimeout(done, 1000)) // times in a feed are whole seconds
      await send(`${fan.manageUrl}/reminders`, { method: 'POST', body: JSON.stringify({ reminders }) })
      const feed = await read(fan.feedUrl)
      expect(feed.values('TRIGGER')).toHaveLength(reminders ? reminders.length : 1)
      expect(feed.values('LAST-MODIFIED')[0]! > before).toBe(true)
      expect(feed.values('DTSTAMP')).toEqual(feed.values('LAST-MODIFIED'))
      before = feed.values('LAST-MODIFIED')[0]!
    }
    const other = await club.subscriber(undefined, [calendar])
    expect((await read(other.feedUrl)).values('LAST-MODIFIED')).toEqual(first.values('LAST-MODIFIED'))
  })

  it.each([
    ['no date', 'yesterday'],
    ['a date that is not HTTP', '2030-01-01'],
    ['a day that does not exist', 'Sun, 31 Feb 2027 10:00:00 GMT'],
    ['another weekday', 'Mon, 03 Jan 2100 10:00:00 GMT'],
    ['a time in the future', 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['two dates', 'Fri, 01 Jan 2027 00:00:00 GMT, Fri, 01 Jan 2100 00:00:00 GMT'],
  ])('ignores If-Modified-Since with %s', async (_, since) => {
    const { fan } = await clubWithFan()
    expect((await read(fan.feedUrl, { 'if-modified-since': since })).status).toBe(200)
  })

  it('survives names made to break a line', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const nasty = [
      'a\r\nATTENDEE:mailto:x@example.com',
      'b\nEND:VEVENT',
      'c\u2028d',
      'e\u0085f',
      '🏁'.repeat(120),
      '"; X=1:',
      '\\n\\,\\;',
      'tab\there',
    ]
    for (const name of nasty) await club.event(calendar, { name, location: name, details: name })
    const feed = await read(fan.feedUrl)
    expect(feed.values('BEGIN').filter((value) => value === 'VEVENT')).toHaveLength(nasty.length)
    expect(feed.values('ATTENDEE')).toEqual([])
  })

  it('keeps to 900 kB, the nearest events first', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const events = Array.from({ length: 260 }, (_, i) => {
      const day = new Date(app.ctx.now() + i * 86_400_000).toISOString().slice(0, 10)
      return record(fan.svcId, { name: `Day ${i}`, startDate: day, endDate: day, details: 'é'.repeat(1900) })
    })
    for (let i = 0; i < events.length; i += 65) {
      expect(
        (await club.post('/batch/events', { type: 'private', events: events.slice(i, i + 65) })).body.added,
      ).toBe(65)
    }
    await club.event(calendar, { name: 'Oldest of all', startDate: '2020-01-01', endDate: '2020-01-01' })
    const feed = await read(fan.feedUrl)
    const names = feed.values('SUMMARY')
    expect(feed.bytes.length).toBeLessThanOrEqual(900_000)
    expect(feed.bytes.length).toBeGreaterThan(890_000)
    expect(names).not.toContain('Oldest of all')
    expect(names[0]).toBe('Day 0')
    expect(names).not.toContain('Day 259')
    expect(names.at(-1)).toBe('More events follow')
  })

  it('keeps to the window the publisher set', async () => {
    const { club, calendar, fan } = await clubWithFan()
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    for (const offset of [-40, -10, 10, 400]) {
      await club.event(calendar, { name: `in ${offset}`, startDate: day(offset), endDate: day(offset) })
    }
    const settings = JSON.stringify({ feedPastDays: 30, feedFutureDays: 365 })
    await app.ctx.db
      .updateTable('publisher')
      .set({ settings, settings_revision: 1_000_000 })
      .where('publisher_id', '=', club.id)
      .execute()
    expect((await read(fan.feedUrl)).values('SUMMARY')).toEqual(['in -10', 'in 10'])
  })

  it('answers 503 and no calendar when the database fails', async () => {
    const { fan } = await clubWithFan()
    const { database } = app.ctx
    const real = database.read.bind(database)
    database.read = () => Promise.reject(new Error('disk I/O error'))
    try {
      const answer = await send(fan.feedUrl)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
      expect(answer.text).not.toContain('disk')
    } finally {
      database.read = real
    }
  })
})
