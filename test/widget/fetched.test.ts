import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { readMail } from '../support/smtp-receiver.ts'
import { startTestApp, useTestApp } from '../support/test-app.ts'
import { type Answer, expectOk, send } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

const HOUR = 3_600_000
const GOOGLE = 'Google-Calendar-Importer'
const IPHONE = 'iOS/19.0 (23A341) dataaccessd/1.0'
/** Programs that open links in mails and posts. */
const OTHERS = [
  'facebookexternalhit/1.1',
  'WhatsApp/2.23',
  'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0',
  '',
]

describe.each(DATABASES)('the first fetch of a new link on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 10), ...BEHIND_PROXY })
  const local = (url: unknown) => app.url + new URL(url as string).pathname
  const ask = (answer: Answer) => send(`${local(answer.body.manageUrl)}/fetched`)
  const applicationOf = async (answer: Answer) => expectOk(await ask(answer)).application as string | null
  /** Reads the feed as an application does. Every two seconds the service writes what was read. */
  async function read(answer: Answer, userAgent: string) {
    const url = local(answer.body.calendarUrl.httpsCalUrl)
    expect((await send(url, { headers: { 'user-agent': userAgent } })).status).toBe(200)
    await app.ctx.feedReads.flush()
  }
  let fans = 0
  async function clubWithFan() {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const email = `fan-${++fans}@example.com`
    const own = await club.subscribe(email, [calendar], { application: 'Google Calendar' })
    expectOk(own)
    return { club, calendar, email, own }
  }

  it('is told by the name of the application, and a program that looks at links is none', async () => {
    const { own } = await clubWithFan()
    expect(Object.keys((await ask(own)).body)).toEqual(['status', 'statusLong', 'application'])
    expect(await applicationOf(own)).toBeNull()
    for (const userAgent of OTHERS) await read(own, userAgent)
    expect(await applicationOf(own)).toBeNull()
    await read(own, GOOGLE)
    expect(await applicationOf(own)).toBe('Google Calendar')
  })

  it('is told when several read at once', async () => {
    const { own } = await clubWithFan()
    const url = local(own.body.calendarUrl.httpsCalUrl)
    for (const userAgent of [...OTHERS, IPHONE, ...OTHERS])
      await send(url, { headers: { 'user-agent': userAgent } })
    await app.ctx.feedReads.flush()
    expect(await applicationOf(own)).toBe('Apple Calendar (iOS)')
  })

  it('is told by another process than the one that sent the feed', async () => {
    const { own } = await clubWithFan()
    const other = await startTestApp(kind, { beside: app, now: () => now })
    try {
      const url = other.url + new URL(own.body.calendarUrl.httpsCalUrl as string).pathname
      await send(url, { headers: { 'user-agent': GOOGLE } })
      await other.ctx.feedReads.flush()
      expect(await applicationOf(own)).toBe('Google Calendar')
    } finally {
      await other.close()
    }
  })

  it('is that of this very link: an address that is typed tells nothing of its owner', async () => {
    const { club, calendar, email, own } = await clubWithFan()
    await read(own, IPHONE)
    const [known, unknown] = [
      await club.subscribe(email, [calendar], { application: 'Outlook' }),
      await club.subscribe('nobody@example.com', [calendar], { application: 'Outlook' }),
    ]
    const shape = async (answer: Answer) => {
      const { status, body } = await ask(answer)
      return { status, body }
    }
    expect(await shape(known)).toEqual(await shape(unknown))
    expect(await applicationOf(known)).toBeNull()
    // The owner's application goes on.
    await read(own, IPHONE)
    expect(await applicationOf(known)).toBeNull()
    for (const answer of [known, unknown]) await read(answer, GOOGLE)
    expect(await shape(known)).toEqual(await shape(unknown))
    expect(await applicationOf(known)).toBe('Google Calendar')
    expect(await applicationOf(own)).toBe('Apple Calendar (iOS)')
  })

  it('is told for an hour: the manage link is in every event', async () => {
    const { own } = await clubWithFan()
    await read(own, GOOGLE)
    now += HOUR
    expect(await ask(own)).toMatchObject({
      status: 403,
      body: { statusLong: 'This link was given more than an hour ago' },
    })
  })

  it('is refused for a link that has ended, and for one that never was', async () => {
    const { club, own } = await clubWithFan()
    const { id } = expectOk(await club.get(`/subscriber/fan-${fans}@example.com`)).data
    expectOk(await club.delete(`/subscriber/${id}/links/0`))
    expect((await ask(own)).status).toBe(403)
    expect((await send(`${app.url}/manage/unknown/fetched`)).status).toBe(404)
  })

  it('can be had on another device by a mail, whose link opens the screen that adds the calendar', async () => {
    const { club, calendar, email, own } = await clubWithFan()
    const mail = (answer: Answer, query: string) =>
      send(`${local(answer.body.manageUrl)}/mail${query}`, { method: 'POST' })
    expectOk(await mail(own, '?screen=add&lang=de'))
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
    // Both mails may be written in the same moment.
    const sent = (await mailsTo(email)).find(({ link }) => link.endsWith('#add'))
    expect(sent!.link).toMatch(/\/manage\/[\w-]{46}\/fresh\/[\w.-]+#add$/)
    expect(sent!.text).toContain('Öffne diesen Link auf dem Gerät')
    const opened = await send(sent!.link.replace('https://fasti.test', app.url))
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toMatch(/^\/manage\/[\w-]{46}$/)
    expect((await mail(own, '?screen=data')).status).toBe(400)

    // A pending link gets the mail that confirms it.
    const pending = await club.subscribe(email, [calendar])
    expect((await mail(pending, '?screen=add')).body).toEqual({ status: '200', statusLong: 'OK' })
  })

  /** The mails to an address, oldest first. */
  async function mailsTo(email: string) {
    const lines = app.log.filter((line) => line.includes('mail written')).map((line) => JSON.parse(line))
    const all = lines.map(async ({ file, links }: { file: string; links: string[] }) => {
      const { headers, parts } = readMail(await readFile(file, 'utf8'))
      return { to: headers.to ?? '', text: parts['text/plain']!, link: links[0]! }
    })
    return (await Promise.all(all)).filter(({ to }) => to.includes(email))
  }
})
