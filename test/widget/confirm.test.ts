import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { eraseSubscriber } from '../../src/personal-data/erase-subscriber.ts'
import type { SubscriberRow } from '../../src/subscriber-import/import-row.ts'
import { importSubscribers } from '../../src/subscriber-import/import-subscribers.ts'
import { sweepPendingLinks } from '../../src/subscribers/sweep-pending-links.ts'
import { DATABASES } from '../support/databases.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { readMail } from '../support/smtp-receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Answer, type Json, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

const DAY = 86_400_000
const EMAIL = 'fan@example.com'

describe.each(DATABASES)('a request for an address on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 10), ...BEHIND_PROXY })
  let address = 0
  const press = (url: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    send(url, {
      method: 'POST',
      headers: { 'x-forwarded-for': `10.9.${address >> 8}.${address++ & 255}`, ...headers },
      body: JSON.stringify(body),
    })
  const local = (url: string) => app.url + new URL(url).pathname
  const feedOf = (answer: Answer) => local(answer.body.calendarUrl.httpsCalUrl as string)
  const manageOf = (answer: Answer) => local(answer.body.manageUrl as string)
  const summaries = async (url: string) =>
    readCalendar((await send(url)).text)
      .map(({ summary }) => summary)
      .sort()
  const kindsOf = async (club: TestPublisher) =>
    ((await club.get('/notifications')).body?.data ?? []).map((one: Json) => one.kind as string)
  const recordOf = async (club: TestPublisher, email = EMAIL) =>
    (await club.get(`/subscriber/${email}`)).body.data

  interface Written {
    to: string
    subject: string
    text: string
    html: string
    /** The confirmation link, at this app's address. */
    link: string
  }

  /** The mails to an address, oldest first, when there are `count`. */
  async function mailsTo(email: string, count: number): Promise<Written[]> {
    const read = async () => {
      const lines = app.log.filter((line) => line.includes('mail written')).map((line) => JSON.parse(line))
      const all = lines.map(async ({ file, links }: { file: string; links: string[] }) => {
        const { headers, parts } = readMail(await readFile(file, 'utf8'))
        const { to = '', subject = '' } = headers
        return { to, subject, text: parts['text/plain']!, html: parts['text/html']!, link: local(links[0]!) }
      })
      return (await Promise.all(all)).filter(({ to }) => to.includes(email))
    }
    await expect.poll(async () => (await read()).length).toBe(count)
    return read()
  }

  let fans = 0
  /** A club with a subscriber who follows the first team and has a seat. */
  async function clubWithFan() {
    const club = await app.publisher()
    const email = `fan-${++fans}@example.com`
    const [first, juniors] = [
      await club.calendar({ name: 'First team' }),
      await club.calendar({ name: 'Juniors' }),
    ]
    await club.event(first, { name: 'Final' })
    await club.event(juniors, { name: 'Camp' })
    const fan = await club.subscriber(email, [first], { first_name: 'Fay' })
    await club.privateEvent(fan.svcId, { name: 'Seat 12B' })
    const [welcome] = await mailsTo(email, 1)
    return { club, email, first, juniors, fan, welcome: welcome! }
  }

  describe('that is known', () => {
    it('shows and changes nothing of the person, and gives a feed of what was chosen', async () => {
      const { club, email, juniors, fan } = await clubWithFan()
      // The record counts this read.
      const feedBefore = await summaries(fan.feedUrl)
      const before = { record: await recordOf(club, email), feed: feedBefore }
      const answer = await club.subscribe(email, [juniors], { first_name: 'Mallory', optin: true })
      expect(Object.keys(answer.body)).toEqual(['status', 'statusLong', 'calendarUrl', 'manageUrl'])
      expect(await summaries(feedOf(answer))).toEqual(['Camp'])
      const feed = (await send(feedOf(answer))).text
      for (const secret of ['Seat', fan.svcId, email, 'Fay', 'Final']) expect(feed).not.toContain(secret)
      expect({ record: await recordOf(club, email), feed: await summaries(fan.feedUrl) }).toEqual(before)
      expect(await kindsOf(club)).toEqual(['subscribe'])
    })

    it('opens a page that says what is pending, and nothing else', async () => {
      const { club, email, juniors, fan } = await clubWithFan()
      const manage = manageOf(await club.subscribe(email, [juniors]))
      const page = (await send(manage)).text
      expect(page).toContain('"state":"pending"')
      expect(page).toContain('Juniors')
      for (const secret of [email, 'Fay', fan.svcId, 'Final']) expect(page).not.toContain(secret)
      for (const path of ['data', 'download', 'links'])
        expect((await send(`${manage}/${path}`)).status).toBe(403)
      const bodies: Json = { calendars: { calendarIds: [] }, reminders: { reminders: [] } }
      for (const path of ['calendars', 'reminders', 'unsubscribe', 'rotate', 'links/0/end', 'confirm'])
        expect((await press(`${manage}/${path}`, bodies[path])).status, path).toBe(403)
      expect(await summaries(fan.feedUrl)).toEqual(['Final', 'Seat 12B'])
    })

    it('mails the person, who makes it one of their own links by a button', async () => {
      const { club, email, juniors, fan } = await clubWithFan()
      const answer = await club.subscribe(email, [juniors], {
        first_name: 'Faye',
        application: 'Google Calendar',
      })
      const [, mail] = await mailsTo(email, 2)
      expect(mail!.subject).toBe('Is this you? A new calendar of City Rugby')
      expect(mail!.text).toContain('Calendars: Juniors\nApplication: Google Calendar\nTime: March 1, 2027')

      // Programs open links in mails.
      for (const method of ['GET', 'HEAD']) expect((await send(mail!.link, { method })).status).toBe(200)
      expect(await summaries(feedOf(answer))).toEqual(['Camp'])
      const tag = (await send(feedOf(answer))).headers.get('etag')!
      const done = await press(mail!.link)
      expect(done.text).toBe(answer.text)
      expect((await send(feedOf(answer), { headers: { 'if-none-match': tag } })).status).toBe(200)
      for (const url of [feedOf(answer), fan.feedUrl])
        expect(await summaries(url)).toEqual(['Camp', 'Final', 'Seat 12B'])
      const record = await recordOf(club, email)
      expect(record).toMatchObject({ id: fan.svcId, first_name: 'Faye', appName: 'Google Calendar' })
      expect(record.links).toMatchObject([{ number: 0 }, { number: 1, application: 'Google Calendar' }])
      expect(record.calendarUrl).toEqual(fan.record.calendarUrl)
      expect(await kindsOf(club)).toEqual(['subscribe', 'subscribe'])

      // Twice is once.
      expect((await press(mail!.link)).text).toBe(answer.text)
      expect(await kindsOf(club)).toEqual(['subscribe', 'subscribe'])
      expect((await send(mail!.link)).text).toContain('"state":"confirmed"')
    })

    it('needs no second mail for the portal, within an hour of the button', async () => {
      const { club, email, juniors, fan } = await clubWithFan()
      const answer = await club.subscribe(email, [juniors])
      const [, mail] = await mailsTo(email, 2)
      now += 3_600_000
      expect((await send(mail!.link)).headers.get('set-cookie')).toBeNull()
      const first = (await press(mail!.link)).headers.get('set-cookie')!
      expect(first).toMatch(
        /^fasti_fresh=[\w.-]+; Max-Age=3600; Path=\/manage; HttpOnly; SameSite=Lax; Secure$/,
      )
      const cookie = first.split(';')[0]!
      for (const manage of [manageOf(answer), fan.manageUrl])
        expect((await send(`${manage}/data`, { headers: { cookie } })).body).toMatchObject({
          email,
          fresh: true,
        })
      now += 1_800_000
      expect((await press(mail!.link)).headers.get('set-cookie')).toMatch(/Max-Age=(1800|17\d\d);/)
      now += 1_800_000
      const late = await press(mail!.link)
      expect([late.status, late.headers.get('set-cookie')]).toEqual([200, null])
      expect((await send(`${fan.manageUrl}/data`, { headers: { cookie } })).body.fresh).toBe(false)
    })

    it('keeps what a stranger wrote out of the mail', async () => {
      const { club, email, juniors } = await clubWithFan()
      await club.subscribe(email, [juniors], { application: 'see https://evil.example', first_name: 'Evil' })
      const [, mail] = await mailsTo(email, 2)
      expect(mail!.text).not.toMatch(/evil/i)
      expect((await send(mail!.link)).text).not.toMatch(/evil/i)
    })

    it('can be asked for twice, and confirmed in either order', async () => {
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        const { club, email, juniors, first, fan } = await clubWithFan()
        const asked = [await club.subscribe(email, [juniors]), await club.subscribe(email, [first])]
        const mails = (await mailsTo(email, 3)).slice(1)
        const linkOf = (turn: number) => {
          const { link } = mails.find(({ text }) => text.includes(turn === 0 ? 'Juniors' : 'First team'))!
          return link
        }
        expect((await press(linkOf(order[0]!))).status).toBe(200)
        const other = asked[order[1]!]!
        expect(await summaries(feedOf(other))).toEqual([order[1] === 0 ? 'Camp' : 'Final'])
        expect((await press(linkOf(order[1]!))).status).toBe(200)
        for (const url of [fan.feedUrl, ...asked.map(feedOf)])
          expect(await summaries(url)).toEqual(['Camp', 'Final', 'Seat 12B'])
      }
    })

    it('expires after 30 days: the feed stays, and the personal data is deleted', async () => {
      const { club, email, juniors } = await clubWithFan()
      const answer = await club.subscribe(email, [juniors], { first_name: 'Mallory' })
      const [, mail] = await mailsTo(email, 2)
      now += 30 * DAY
      expect((await send(mail!.link)).text).toContain('"state":"expired"')
      expect((await press(mail!.link)).status).toBe(403)
      expect((await press(`${manageOf(answer)}/mail`)).status).toBe(403)
      await sweep()
      const requests = await app.ctx.db
        .selectFrom('link_request')
        .selectAll()
        .where('publisher_id', '=', club.id)
        .execute()
      expect(requests).toMatchObject([
        { email: null, email_key: null, request: null, calendar_ids: JSON.stringify([juniors]) },
      ])
      expect(await summaries(feedOf(answer))).toEqual(['Camp'])
      expect((await send(manageOf(answer))).text).toContain('"expired":true')
    })

    it('brings back who left, since the owner of the mailbox says so', async () => {
      const { club, email, juniors, fan } = await clubWithFan()
      const answer = await club.subscribe(email, [juniors])
      const [, mail] = await mailsTo(email, 2)
      await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
      expect(await summaries(feedOf(answer))).toEqual(['Camp'])
      expect((await press(mail!.link)).status).toBe(200)
      for (const url of [fan.feedUrl, feedOf(answer)])
        expect(await summaries(url)).toEqual(['Camp', 'Seat 12B'])
      expect(await kindsOf(club)).toEqual(['subscribe', 'unsubscribe', 'subscribe'])
    })

    it('is confirmed through a widget that was switched off, without calendars that are gone', async () => {
      const { club, email, juniors, first, fan } = await clubWithFan()
      await club.post(`/subscriber/${fan.svcId}/subscriptions/remove`, { calendarIds: [first] })
      const gone = await club.calendar()
      const answer = await club.subscribe(email, [juniors, gone])
      const [, mail] = await mailsTo(email, 2)
      await club.put(`/admin/api/widgets/${club.widgetId}`, { active: false })
      await club.delete(`/calendar/${gone}`)
      expect(await summaries(feedOf(answer))).toEqual(['Camp'])
      expect((await press(mail!.link)).status).toBe(200)
      expect((await recordOf(club, email)).data.calIds).toEqual([juniors])
    })

    it('is sent again from its page, at most three times an hour to one address', async () => {
      const { club, email, juniors } = await clubWithFan()
      const manage = manageOf(await club.subscribe(email, [juniors]))
      await mailsTo(email, 2)
      expect((await press(`${manage}/mail`)).status).toBe(200)
      expect((await press(`${manage}/mail`)).status).toBe(200)
      const refused = await press(`${manage}/mail`)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
      await new Promise((done) => setTimeout(done, 200))
      const mails = await mailsTo(email, 3)
      expect(mails[2]!.link).toBe(mails[1]!.link)
      now += 3_600_000
      await press(`${manage}/mail`)
      await mailsTo(email, 4)
    })

    it('tells by no refusal how many mails the owner of the address got', async () => {
      const { club, email, juniors } = await clubWithFan()
      await press(`${app.url}/w/${club.widgetId}/link`, { email })
      await press(`${app.url}/w/${club.widgetId}/link`, { email })
      await mailsTo(email, 3)
      const manage = manageOf(await club.subscribe(email, [juniors]))
      const statuses: number[] = []
      for (let n = 0; n < 3; n++) statuses.push((await press(`${manage}/mail`)).status)
      expect(statuses).toEqual([200, 200, 429])
      expect((await press(`${app.url}/w/${club.widgetId}/link`, { email })).status).toBe(200)
      await mailsTo(email, 3)
    })

    it('is refused for a forged link, and for one of another kind', async () => {
      const { club, email, juniors, fan } = await clubWithFan()
      const manage = manageOf(await club.subscribe(email, [juniors]))
      for (const token of ['x', manage.split('/').at(-1)!, fan.feedUrl.split('/').at(-2)!]) {
        expect((await send(`${app.url}/confirm/${token}`)).status).toBe(404)
        expect((await press(`${app.url}/confirm/${token}`)).status).toBe(404)
      }
    })

    it('is taken 20 times a day, as for an unknown address', async () => {
      const club = await app.publisher()
      await club.subscriber('known@example.com')
      const known: number[] = []
      const unknown: number[] = []
      for (let n = 0; n < 20; n++) known.push((await club.subscribe('KNOWN@example.com', [])).status)
      for (let n = 0; n < 21; n++) unknown.push((await club.subscribe('new@example.com', [])).status)
      expect(known).toEqual([...Array<number>(19).fill(200), 429])
      expect(unknown).toEqual([...Array<number>(20).fill(200), 429])
      const refused = await club.subscribe('new@example.com', [])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
      now += DAY
      expect((await club.subscribe('new@example.com', [])).status).toBe(200)
    })
  })

  describe('that is new', () => {
    it('is a subscriber at once, who gets the link by mail', async () => {
      const { club, email, fan, welcome } = await clubWithFan()
      expect(welcome.subject).toBe('Your calendar of City Rugby')
      expect(welcome.text).toContain('Calendars: First team\n')
      expect(welcome.link).toContain(`${fan.manageUrl}/fresh/`)
      expect((await recordOf(club, email)).links).toMatchObject([{ number: 0, lastUsed: '' }])
    })

    it('waits with the policy `always`: no subscriber, no webhook, nothing to push to', async () => {
      const club = await app.publisher()
      const look = { logo: 'https://club.test/logo.png', displayPrimaryColor: '#0b5d3b' }
      await club.put('/admin/api/publisher', { confirm: 'always', ...look })
      const [first, juniors] = [await club.calendar(), await club.calendar()]
      await club.event(first, { name: 'Final' })
      await club.event(juniors, { name: 'Camp' })
      const email = `new-${++fans}@example.com`
      const answers = [await club.subscribe(email, [first]), await club.subscribe(email, [juniors])]
      expect((await club.get(`/subscriber/${email}`)).status).toBe(404)
      expect(await kindsOf(club)).toEqual([])
      expect(await Promise.all(answers.map((answer) => summaries(feedOf(answer))))).toEqual([
        ['Final'],
        ['Camp'],
      ])
      const mails = await mailsTo(email, 2)
      expect(mails[0]!.subject).toBe('Confirm your calendar of City Rugby')
      for (const shown of [`src="${look.logo}" alt="City Rugby"`, 'background: #0b5d3b'])
        expect(mails[0]!.html).toContain(shown)
      for (const { link } of mails) expect((await press(link)).status).toBe(200)
      // One address is one person.
      const record = await recordOf(club, email)
      expect(record.data.calIds).toEqual([first, juniors])
      expect(record.links).toHaveLength(2)
      expect(await kindsOf(club)).toEqual(['subscribe', 'subscribe'])
      for (const answer of answers) expect(await summaries(feedOf(answer))).toEqual(['Camp', 'Final'])
    })

    it('waits where the widget says `always`, and not where it says `known`', async () => {
      const club = await app.publisher()
      const widget = (confirm: string) =>
        club.put(`/admin/api/widgets/${club.widgetId}`, { settings: { confirm } })
      expect((await widget('never')).status).toBe(400)
      await widget('always')
      await club.subscribe('one@example.com', [])
      expect((await club.get('/subscriber/one@example.com')).status).toBe(404)
      await club.put('/admin/api/publisher', { confirm: 'always' })
      await widget('known')
      await club.subscribe('two@example.com', [])
      expect((await club.get('/subscriber/two@example.com')).status).toBe(200)
      // The id that was kept for it is taken when the policy changes.
      await club.subscribe('one@example.com', [])
      expect((await recordOf(club, 'one@example.com')).links).toMatchObject([{ number: 1 }])
    })

    const row = (email: string, id = ''): SubscriberRow => ({
      ...{ line: 2, email, id, oldId: id, active: true, profile: {}, calendarIds: null, created: null },
      addressKeys: [],
    })
    const rules = { update: false, notify: false, dryRun: false, newIds: false }

    it('is imported meanwhile under the id that was kept for it', async () => {
      const { club, email, answer, mail, event } = await pendingNewcomer()
      const [outcome] = await importSubscribers(app.ctx, club.id, [row(email)], rules)
      expect(outcome!.outcome).toBe('added')
      await club.privateEvent(outcome!.id, { name: 'Seat 1' })
      expect(await summaries(feedOf(answer))).toEqual([event])
      const links = (await recordOf(club, email)).links
      expect(links).toMatchObject([{ number: 1 }])
      expect((await press(mail.link)).text).toBe(answer.text)
      expect(await summaries(feedOf(answer))).toEqual([event, 'Seat 1'].sort())
      expect((await recordOf(club, email)).id).toBe(outcome!.id)
    })

    it('is imported meanwhile under another id: the person gets a new link, and the pending one ends', async () => {
      const { club, email, answer, mail, event } = await pendingNewcomer()
      const id = '6942008c26465d00029e4470'
      await importSubscribers(app.ctx, club.id, [row(email, id)], rules)
      const done = await press(mail.link)
      expect(done.status).toBe(200)
      expect(done.text).not.toBe(answer.text)
      expect(await summaries(feedOf(done))).toEqual([event])
      expect(await summaries(feedOf(answer))).toEqual(['City Rugby: subscription ended'])
      expect((await press(mail.link)).text).toBe(done.text)
      expect((await recordOf(club, email)).id).toBe(id)
      expect((await recordOf(club, email)).links).toHaveLength(2)
    })

    async function pendingNewcomer() {
      const club = await app.publisher()
      await club.put('/admin/api/publisher', { confirm: 'always' })
      const calendar = await club.calendar()
      const event = 'Final'
      await club.event(calendar, { name: event })
      const email = `new-${++fans}@example.com`
      const answer = await club.subscribe(email, [calendar])
      const [mail] = await mailsTo(email, 1)
      return { club, email, answer, mail: mail!, event }
    }
  })

  describe('by a manage link', () => {
    /** The cookie of the browser that opened the link of a mail. */
    const open = async (link: string) => (await send(link)).headers.get('set-cookie')?.split(';')[0]

    it('shows and changes personal data only to a browser that came from a mail within the hour', async () => {
      const { club, fan, email, welcome } = await clubWithFan()
      now += 3_600_000
      const data = async (headers: Record<string, string> = {}) =>
        (await send(`${fan.manageUrl}/data`, { headers })).body
      expect(await data()).toMatchObject({ fresh: false, email: '', profile: {} })
      expect(await data()).toMatchObject({ calendarUrl: null, addUrl: null })
      expect((await press(`${fan.manageUrl}/calendars`, { calendarIds: [] })).status).toBe(200)
      for (const path of ['download', 'links']) {
        const refused = await send(`${fan.manageUrl}/${path}`)
        expect([refused.status, refused.body.statusLong]).toEqual([
          403,
          expect.stringContaining('from a mail'),
        ])
      }
      for (const path of ['unsubscribe', 'rotate', 'links/0/end', 'confirm'])
        expect((await press(`${fan.manageUrl}/${path}`)).status).toBe(403)
      expect(await open(welcome.link), 'an expired one').toBeUndefined()

      await press(`${fan.manageUrl}/mail`)
      const [, mail] = await mailsTo(email, 2)
      const answer = await send(mail!.link)
      expect(answer.headers.get('set-cookie')).toMatch(
        /^fasti_fresh=[\w.-]+; Max-Age=3600; Path=\/manage; HttpOnly; SameSite=Lax; Secure$/,
      )
      const cookie = (await open(mail!.link))!
      expect(await data({ cookie })).toMatchObject({ fresh: true, email, profile: { firstName: 'Fay' } })
      expect((await data({ cookie })).calendarUrl).toEqual(fan.record.calendarUrl)
      const stranger = await club.subscriber()
      now += 3_600_000
      expect((await send(`${stranger.manageUrl}/data`, { headers: { cookie } })).body.fresh).toBe(false)
      expect(await data({ cookie })).toMatchObject({ fresh: false, email: '' })
      const [forged, mac] = cookie.split('.')
      const later = `fasti_fresh=${(now + 3_600_000).toString(36)}.${mac}`
      for (const made of [later, `${forged}.x`, 'fasti_fresh='])
        expect((await data({ cookie: made })).fresh, made).toBe(false)
    })

    it('shows no feed to whoever was forwarded an event, of a pending link too', async () => {
      const { club, email, juniors, fan } = await clubWithFan()
      await club.event(juniors, { name: 'Tournament' })
      const pending = await club.subscribe(email, [juniors])
      const forwardedFrom = async (feedUrl: string) => {
        const { text } = await send(feedUrl)
        return app.url + /\/manage\/[\w-]+/.exec(text.replaceAll('\r\n ', ''))![0]
      }
      // The form showed the address already, and its QR code leads to another device.
      expect((await send(`${fan.manageUrl}/data`)).body).toMatchObject({
        calendarUrl: fan.record.calendarUrl,
        addUrl: expect.stringMatching(/\/manage\/[\w-]+#add$/),
      })
      expect((await send(manageOf(pending))).text).toContain('/feed/')
      now += 3_600_000
      for (const feed of [fan.feedUrl, feedOf(pending)]) {
        const manage = await forwardedFrom(feed)
        const secrets = [feed.split('/').at(-2)!, 'Seat 12B']
        for (const path of ['', '/data', '/links', '/download']) {
          const { text } = await send(manage + path)
          expect(
            secrets.filter((secret) => text.includes(secret)),
            path,
          ).toEqual([])
        }
      }
      expect((await send(manageOf(pending))).text).toContain('"calendarUrl":null')
    })

    it('leads another device to the feed, for the rest of the hour and no longer', async () => {
      const { fan, welcome } = await clubWithFan()
      const cookie = (await open(welcome.link))!
      const addUrlOf = async (cookie: string): Promise<string> =>
        (await send(`${fan.manageUrl}/data`, { headers: { cookie } })).body.addUrl
      now += 2_400_000
      const addUrl = await addUrlOf(cookie)
      expect(addUrl).toMatch(/\/fresh\/[\w.-]+#add$/)
      const arrived = await send(local(addUrl))
      expect(arrived.headers.get('set-cookie')).toMatch(/Max-Age=1[12]\d\d;/)
      const other = arrived.headers.get('set-cookie')!.split(';')[0]!
      expect(await addUrlOf(other)).toBe(addUrl)
      expect((await press(`${fan.manageUrl}/confirm`, {}, { cookie: other })).status).toBe(200)
      now += 1_200_000
      expect(await open(local(addUrl))).toBeUndefined()
      expect(await addUrlOf(other)).toBeNull()
    })

    it('proves no address by the code of a mail in a cookie, nor by an address that was only typed', async () => {
      const { fan, welcome } = await clubWithFan()
      const code = welcome.link.split('/').at(-1)!
      const { body } = await send(`${fan.manageUrl}/data`, { headers: { cookie: `fasti_fresh=${code}` } })
      expect(body).toMatchObject({ fresh: true, fromMail: false })
      expect(await open(local(body.addUrl as string))).toBeUndefined()
    })

    it('says that the address is proved, after a mail', async () => {
      const { fan, welcome } = await clubWithFan()
      expect((await send(`${fan.manageUrl}/data`)).body).toMatchObject({ fresh: true, confirmed: false })
      expect((await press(`${fan.manageUrl}/confirm`)).status).toBe(403)
      const cookie = (await open(welcome.link))!
      expect((await press(`${fan.manageUrl}/confirm`, {}, { cookie })).status).toBe(200)
      // The form that typed the data has no rights beyond it any more.
      expect((await send(`${fan.manageUrl}/data`)).body).toMatchObject({ fresh: false, confirmed: true })
    })

    it('refuses a fourth mail to a proved address, and says when there is one again', async () => {
      const { club, fan, email, welcome } = await clubWithFan()
      const cookie = (await open(welcome.link))!
      await press(`${fan.manageUrl}/confirm`, {}, { cookie })
      await press(`${app.url}/w/${club.widgetId}/link`, { email })
      expect((await press(`${fan.manageUrl}/mail`)).status).toBe(200)
      await mailsTo(email, 3)
      now += 1_200_000
      const refused = await press(`${fan.manageUrl}/mail`)
      expect(refused).toMatchObject({ status: 429, body: { status: '429' } })
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(2300)
      now += seconds * 1000
      expect((await press(`${fan.manageUrl}/mail`)).status).toBe(200)
      await mailsTo(email, 4)
    })

    it('lists the links, names them, and ends them one by one', async () => {
      const { club, email, juniors, fan } = await clubWithFan()
      const answer = await club.subscribe(email, [juniors], { application: 'Apple Calendar' })
      await send(fan.feedUrl, { headers: { 'user-agent': 'Google-Calendar-Importer' } })
      await app.ctx.feedReads.flush()
      const [, mail] = await mailsTo(email, 2)
      await press(mail!.link)
      await press(`${fan.manageUrl}/mail`)
      const cookie = (await open((await mailsTo(email, 3))[2]!.link))!
      const links = async () => (await send(`${fan.manageUrl}/links`, { headers: { cookie } })).body.data
      await press(`${fan.manageUrl}/links/1/name`, { name: ' Phone ' }, { cookie })
      expect(await links()).toMatchObject([
        { number: 0, kind: 'feed', name: '', application: 'Google Calendar', current: true },
        { number: 1, name: 'Phone', application: 'Apple Calendar', lastUsedAt: null, current: false },
      ])
      expect((await links())[0].lastUsedAt).toBeGreaterThan(0)
      expect((await press(`${fan.manageUrl}/links/1/end`, {}, { cookie })).status).toBe(200)
      expect((await press(`${fan.manageUrl}/links/1/end`, {}, { cookie })).status).toBe(404)
      expect(await links()).toHaveLength(1)
      expect(await summaries(feedOf(answer))).toEqual(['City Rugby: subscription ended'])
      expect((await send(`${manageOf(answer)}/data`)).status).toBe(403)
      expect(await summaries(fan.feedUrl)).toContain('Seat 12B')
      // The confirmation of a link that was ended does not bring it back.
      expect((await press(mail!.link)).status).toBe(403)
    })

    it('ends pending links too, and the publisher ends those of its own by the API', async () => {
      const { club, email, juniors, fan, welcome } = await clubWithFan()
      const answer = await club.subscribe(email, [juniors])
      const [, mail] = await mailsTo(email, 2)
      const cookie = (await open(welcome.link))!
      await press(`${fan.manageUrl}/links/1/end`, {}, { cookie })
      expect(await summaries(feedOf(answer))).toEqual(['City Rugby: subscription ended'])
      expect((await press(mail!.link)).status).toBe(403)
      expect((await club.delete(`/subscriber/${fan.svcId}/links/0`)).body.data.links).toEqual([])
      expect(await summaries(fan.feedUrl)).toEqual(['City Rugby: subscription ended'])
      expect((await club.delete(`/subscriber/${fan.svcId}/links/0`)).status).toBe(404)
      expect((await club.delete(`/subscriber/${fan.svcId}/links/x`)).status).toBe(400)
      // The lost link is a new one.
      now += 3_600_000
      await press(`${app.url}/w/${club.widgetId}/link`, { email })
      const lost = (await mailsTo(email, 3))[2]!
      expect(
        (await send(local(`https://x${(await send(lost.link)).headers.get('location')}`) + '/data')).status,
      ).toBe(200)
      expect((await recordOf(club, email)).links).toMatchObject([{ number: 2 }])
    })
  })

  it('leaves 50 live links, and ends the one that was not used for the longest time', async () => {
    const { club, email, juniors, fan } = await clubWithFan()
    const unused = await confirmedLink()
    await send(fan.feedUrl)
    now += DAY
    await send(fan.feedUrl)
    await app.ctx.feedReads.flush()
    for (let n = 0; n < 49; n++) {
      now += DAY / 10
      await confirmedLink()
    }
    expect((await recordOf(club, email)).links).toHaveLength(50)
    expect(await summaries(feedOf(unused))).toEqual(['City Rugby: subscription ended'])
    expect(await summaries(fan.feedUrl)).toContain('Seat 12B')

    async function confirmedLink() {
      const answer = await club.subscribe(email, [juniors])
      const target = app.ctx.links.read('manage', manageOf(answer).split('/').at(-1)!)!
      expect((await press(`${app.url}/confirm/${app.ctx.links.token('confirm', target)}`)).status).toBe(200)
      return answer
    }
  })

  it('is forgotten after 60 days without a read, and its number is not given again', async () => {
    const { club, email, juniors } = await clubWithFan()
    const [unread, read] = [await club.subscribe(email, [juniors]), await club.subscribe(email, [juniors])]
    now += 40 * DAY
    await send(feedOf(read))
    await app.ctx.feedReads.flush()
    now += 21 * DAY
    await sweep()
    expect(await summaries(feedOf(unread))).toEqual(['City Rugby: subscription ended'])
    expect((await send(manageOf(unread))).status).toBe(404)
    expect(await summaries(feedOf(read))).toEqual(['Camp'])
    now += 61 * DAY
    await sweep()
    expect(await summaries(feedOf(read))).toEqual(['City Rugby: subscription ended'])
    const next = await club.subscribe(email, [juniors])
    for (const earlier of [unread, read]) expect(next.text).not.toBe(earlier.text)
  })

  it('is erased with the person', async () => {
    const { club, email, juniors, fan } = await clubWithFan()
    const answer = await club.subscribe(email, [juniors])
    const [, mail] = await mailsTo(email, 2)
    await eraseSubscriber(app.ctx, club.id, fan.svcId)
    for (const table of ['feed_link', 'link_request'] as const)
      expect(
        await app.ctx.db.selectFrom(table).selectAll().where('publisher_id', '=', club.id).execute(),
      ).toEqual([])
    for (const url of [feedOf(answer), fan.feedUrl])
      expect(await summaries(url)).toEqual(['City Rugby: subscription ended'])
    expect((await press(mail!.link)).status).toBe(403)
    expect((await send(mail!.link)).text).toContain('"state":"ended"')
    // The address is new again, and another person for the service.
    await club.subscribe(email, [juniors])
    expect((await recordOf(club, email)).id).not.toBe(fan.svcId)
  })

  async function sweep(): Promise<void> {
    await sweepPendingLinks(app.ctx, new AbortController().signal)
  }
})

describe('the time of the answer', () => {
  const app = useTestApp('sqlite', { config: (config) => ({ ...config, subscribeAnswerMs: 300 }) })

  it('is the same whether an address is known or not', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const times: number[] = []
    for (const email of ['one@example.com', 'one@example.com', 'two@example.com']) {
      const began = performance.now()
      await club.subscribe(email, [calendar])
      times.push(performance.now() - began)
    }
    for (const time of times) expect(time).toBeGreaterThanOrEqual(299)
  })
})
