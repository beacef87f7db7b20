import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { eraseSubscriber } from '../../src/personal-data/erase-subscriber.ts'
import { sweepEmailChanges } from '../../src/subscribers/sweep-email-changes.ts'
import { freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { readMail } from '../support/smtp-receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

const HOUR = 3_600_000
const OK = { status: '200', statusLong: 'OK' }

describe.each(DATABASES)('a change of the e-mail on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 10), ...BEHIND_PROXY })
  let address = 0
  const press = (url: string, body: unknown = {}, cookie = '') =>
    send(url, {
      method: 'POST',
      headers: { 'x-forwarded-for': `10.11.${address >> 8}.${address++ & 255}`, cookie },
      body: JSON.stringify(body),
    })

  interface Written {
    subject: string
    text: string
    link: string
  }

  /** The mails to an address, oldest first, when there are `count`. */
  async function mailsTo(email: string, count: number): Promise<Written[]> {
    const read = async () => {
      const lines = app.log.filter((line) => line.includes('mail written')).map((line) => JSON.parse(line))
      const all = lines.map(async ({ file, links }: { file: string; links: string[] }) => {
        const { headers, parts } = readMail(await readFile(file, 'utf8'))
        const link = links[0]!.startsWith('http') ? app.url + new URL(links[0]!).pathname : links[0]!
        return { to: headers.to ?? '', subject: headers.subject ?? '', text: parts['text/plain']!, link }
      })
      return (await Promise.all(all)).filter(({ to }) => to.includes(email))
    }
    await expect.poll(async () => (await read()).length).toBe(count)
    return read()
  }

  let fans = 0
  async function clubWithFan() {
    const club = await app.publisher()
    const first = await club.calendar({ name: 'First team' })
    const [email, other] = [`fan-${++fans}@example.com`, `new-${fans}@example.com`]
    const fan = await club.subscriber(email, [first])
    const cookie = await freshCookie(app, fan.manageUrl)
    const ask = (to: string, by = cookie) => press(`${fan.manageUrl}/email`, { email: to }, by)
    return { club, first, email, other, fan, cookie, ask }
  }
  const kindsOf = async (club: TestPublisher) =>
    ((await club.get('/notifications')).body?.data ?? []).map((one: Json) => one.kind as string)
  const storedOf = (club: TestPublisher) =>
    app.ctx.db.selectFrom('email_change').selectAll().where('publisher_id', '=', club.id).execute()
  const stateOf = async (link: string) => {
    const page = (await send(link, { headers: { accept: 'text/html' } })).text
    const json = /id="data">(.*?)<\/script>/s.exec(page)![1]!
    return JSON.parse(json).data
  }

  it('is confirmed by the new mailbox, told to the old one and to the publisher', async () => {
    const { club, email, other, fan, ask } = await clubWithFan()
    expect((await ask(other)).body).toEqual(OK)
    const [mail] = await mailsTo(other, 1)
    expect(mail!.text).not.toContain(email)
    // Programs open links in mails.
    expect(await stateOf(mail!.link)).toMatchObject({ state: 'asked', email: other, manageUrl: '' })
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.email).toBe(email)

    const answer = await press(mail!.link)
    expect(answer.body).toMatchObject({ ...OK, manageUrl: expect.stringContaining('/manage/') })
    const record = (await club.get(`/subscriber/${other}`)).body.data
    expect(record.id).toBe(fan.svcId)
    expect((await club.get(`/subscriber/${email}`)).status).toBe(404)
    const [notice] = (await mailsTo(email, 2)).slice(1)
    expect(notice!.subject).toBe('Your e-mail for City Rugby was changed')
    expect(notice!.text).not.toContain(other)
    expect(notice!.link).toMatch(/^mailto:owner-\d+@example\.com$/)
    const { data } = (await club.get('/notifications')).body
    expect(data.at(-1)).toMatchObject({
      kind: 'email.changed',
      payload: { kind: 'email.changed', svcId: fan.svcId, email: other, previousEmail: email },
    })
    // The button was in a mail to the person.
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    expect((await send(`${fan.manageUrl}/data`, { headers: { cookie } })).body).toMatchObject({
      ...{ email: other, fromMail: true, confirmed: true },
    })
    // Once: a second press and a reload change nothing.
    expect((await press(mail!.link)).status).toBe(200)
    expect(await stateOf(mail!.link)).toMatchObject({ state: 'done', email: other })
    expect((await kindsOf(club)).filter((one: string) => one === 'email.changed')).toHaveLength(1)
    await mailsTo(email, 2)
  })

  it('needs a browser that came from a mail, also soon after the data was typed', async () => {
    const { email, other, fan, ask } = await clubWithFan()
    expect((await send(`${fan.manageUrl}/data`)).body).toMatchObject({ fresh: true, email })
    expect((await ask(other, '')).status).toBe(403)
    await mailsTo(other, 0)
  })

  it('is refused for what is no address, and for the one that the person has', async () => {
    const { email, ask } = await clubWithFan()
    for (const wrong of ['fan', '', email.toUpperCase()])
      expect(await ask(wrong)).toMatchObject({ status: 400, body: { errors: { email: expect.any(String) } } })
  })

  it('tells the asker nothing of a subscriber who has the address, and takes nothing from them', async () => {
    const { club, first, email, other, fan, ask } = await clubWithFan()
    const owner = await club.subscriber(other, [first])
    await mailsTo(other, 1)
    expect((await ask(other)).body).toEqual(OK)
    const mail = (await mailsTo(other, 2))[1]!
    expect(mail.subject).toBe('Your address was entered at City Rugby')
    expect(mail.text).not.toContain(email)
    // It opens the portal of the address's owner, and no page that changes anything.
    expect(mail.link).toContain(`${owner.manageUrl}/fresh/`)
    expect((await club.get(`/subscriber/${other}`)).body.data.id).toBe(owner.svcId)
    expect((await club.get(`/subscriber/${email}`)).body.data.id).toBe(fan.svcId)
  })

  it('is refused when somebody else got the address meanwhile', async () => {
    const { club, first, email, other, ask } = await clubWithFan()
    await ask(other)
    const [mail] = await mailsTo(other, 1)
    await club.subscriber(other, [first])
    expect(await stateOf(mail!.link)).toMatchObject({ state: 'taken' })
    expect((await press(mail!.link)).status).toBe(403)
    expect((await club.get(`/subscriber/${email}`)).status).toBe(200)
    expect(await kindsOf(club)).not.toContain('email.changed')
  })

  it('works for a day, only the last one asked for, and not after leaving', async () => {
    const { club, other, fan, ask } = await clubWithFan()
    await ask(other)
    const [first] = await mailsTo(other, 1)
    await ask(`${other}.au`)
    const [last] = await mailsTo(`${other}.au`, 1)
    const isOver = async (link: string) => {
      expect(await stateOf(link)).toMatchObject({ state: 'over', email: '' })
      expect((await press(link)).status).toBe(403)
    }
    await isOver(first!.link)
    now += 24 * HOUR
    await isOver(last!.link)
    await sweepEmailChanges(app.ctx, new AbortController().signal)
    expect(await storedOf(club)).toEqual([])
    await ask(`x-${other}`, await freshCookie(app, fan.manageUrl))
    const [later] = await mailsTo(`x-${other}`, 1)
    await club.post(`/subscriber/${fan.svcId}/unsubscribe`)
    await isOver(later!.link)
    expect((await press(`${app.url}/email/${fan.manageUrl.split('/').at(-1)}`)).status).toBe(404)
  })

  it('can be asked for three times an hour, whatever the address', async () => {
    const { other, ask } = await clubWithFan()
    for (const n of [1, 2, 3]) expect((await ask(`${n}-${other}`)).status).toBe(200)
    const refused = await ask(`4-${other}`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  it('is in the person’s data, and gone when they are erased', async () => {
    const { club, other, fan, cookie, ask } = await clubWithFan()
    await ask(other)
    const { body } = await send(`${fan.manageUrl}/download`, { headers: { cookie } })
    expect(body.emailChanges).toEqual([{ email: other, asked: expect.any(String), confirmed: null }])
    const [mail] = await mailsTo(other, 1)
    await eraseSubscriber(app.ctx, club.id, fan.svcId)
    expect(await stateOf(mail!.link)).toMatchObject({ state: 'over' })
    expect(await storedOf(club)).toEqual([])
  })
})
