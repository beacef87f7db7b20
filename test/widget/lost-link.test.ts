import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { readMail, smtpReceiver } from '../support/smtp-receiver.ts'
import { startTestApp, type TestApp, useTestApp } from '../support/test-app.ts'
import { type Json, send, type TestPublisher } from '../support/test-publisher.ts'

let address = 0
function ask(app: TestApp, club: TestPublisher, email: unknown, headers: Json = {}) {
  const from = `10.3.${address >> 8}.${address++ & 255}`
  return send(`${app.url}/w/${club.widgetId}/link`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ email }),
  })
}

describe.each(DATABASES)('asking for a lost link on %s', (kind) => {
  it('brings it by mail, in the language of the browser', async () => {
    const receiver = await smtpReceiver()
    const app = await startTestApp(kind, {
      config: (config) => ({ ...config, mail: { ...config.mail, smtpUrl: receiver.url } }),
    })
    try {
      const club = await app.publisher()
      const fan = await club.subscriber('Fan.Fay@example.com')
      const answer = await ask(app, club, 'fan.fay@example.COM', { 'accept-language': 'xx, en;q=0.5' })
      expect(answer).toMatchObject({ status: 200, text: '{"status":"200","statusLong":"OK"}' })
      // The first is the one to a new subscriber.
      await expect.poll(() => receiver.mails.length).toBe(2)
      const mail = receiver.mails[1]
      // To the address that is stored: the typed one may be spelled in another way.
      expect(mail).toMatchObject({ from: 'no-reply@fasti.test', to: ['Fan.Fay@example.com'] })
      const { headers, parts } = readMail(mail!.data)
      expect(headers.from).toBe('City Rugby via Fasti <no-reply@fasti.test>')
      const link = /https:\/\/fasti\.test\/manage\/\S+/.exec(parts['text/plain']!)![0]
      const arrived = await send(app.url + new URL(link).pathname)
      expect(arrived).toMatchObject({ status: 303 })
      expect(app.url + arrived.headers.get('location')).toBe(fan.manageUrl)
      expect(arrived.headers.get('set-cookie')).toContain('fasti_fresh=')
      expect(parts['text/html']).toContain(`href="${link}"`)
      expect(app.log.join('')).not.toContain(link)
    } finally {
      await app.close()
      await receiver.close()
    }
  })

  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, {
    now: () => now,
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })
  /** Without a mail server each mail is a line in the log. */
  const mails = () => app.log.filter((line) => line.includes('mail written')).length
  async function expectMails(count: number, work: () => Promise<unknown>): Promise<void> {
    const before = mails()
    await work()
    // One more, of somebody else, is asked for after all others: when it is there, the others may be taken as done.
    const other = await app.publisher()
    await other.subscriber('last@example.com')
    await ask(app, other, 'last@example.com')
    // Two: it is a new subscriber.
    await expect.poll(() => mails() - before).toBe(count + 2)
    await new Promise((done) => setTimeout(done, 100))
    expect(mails() - before).toBe(count + 2)
  }

  it('answers the same to everybody, and mails only who is subscribed', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const before = mails()
    await club.subscriber('fan@example.com')
    const gone = await club.subscriber('gone@example.com')
    await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
    await other.subscriber('elsewhere@example.com')
    await expect.poll(() => mails() - before).toBe(3)
    const answers: Json[] = []
    await expectMails(1, async () => {
      for (const email of [
        'fan@example.com',
        'gone@example.com',
        'elsewhere@example.com',
        'nobody@example.com',
      ]) {
        const { status, text, headers } = await ask(app, club, email)
        const told = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
        answers.push(JSON.stringify({ status, text, told }))
      }
    })
    expect(new Set(answers).size).toBe(1)
  })

  it('leaves no trace of an address that is unknown but a hash', async () => {
    const club = await app.publisher()
    await expectMails(0, () => ask(app, club, 'nobody@example.com'))
    const rows = await app.ctx.database.limits
      .selectFrom('request_window')
      .select('name')
      .where('publisher_id', '=', club.id)
      .execute()
    expect(rows.map(({ name }) => name).filter((name) => !/^(api|form|lost) /.test(name))).toEqual([
      expect.stringMatching(/^mail [\w-]{22}$/),
    ])
    expect(app.log.join('')).not.toContain('nobody@')
  })

  it('mails one address three times in an hour', async () => {
    const club = await app.publisher()
    const before = mails()
    await club.subscriber('fan@example.com')
    await expect.poll(() => mails() - before).toBe(1)
    now += 3_600_000
    const fiveTimes = () => Promise.all(Array.from({ length: 5 }, () => ask(app, club, 'fan@example.com')))
    await expectMails(3, fiveTimes)
    now += 59 * 60_000
    await expectMails(0, fiveTimes)
    now += 60_000
    await expectMails(3, fiveTimes)
  })

  it('takes 30 a minute from one place', async () => {
    const club = await app.publisher()
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) {
      const answer = await ask(app, club, 'nobody@example.com', { 'x-forwarded-for': '203.0.113.9' })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
  })

  it.each([[undefined], [''], ['fan'], [5], [['a@example.com']], ['fan@example.com\r\nBcc: x@example.com']])(
    'refuses %j',
    async (email) => {
      const club = await app.publisher()
      const answer = await ask(app, club, email)
      expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Subscriber Data' } })
      expect(Object.keys(answer.body.errors)).toEqual(['email'])
    },
  )

  it('needs a widget that is there', async () => {
    const club = await app.publisher()
    await club.put(`/admin/api/widgets/${club.widgetId}`, { active: false })
    expect((await ask(app, club, 'fan@example.com')).status).toBe(404)
  })
})
