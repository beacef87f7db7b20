import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { setUpLink } from '../../src/accounts/set-up.ts'
import { runFasti } from '../cli/run-fasti.ts'
import { DATABASES } from '../support/databases.ts'
import { dataFolder, startService } from '../support/service-process.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, PASSWORD, TestBrowser } from '../support/users.ts'

const CLUB = {
  email: 'olive@example.com',
  company: 'City Rugby',
  firstName: 'Olive',
  lastName: 'Owner',
  timezone: 'Europe/London',
  password: PASSWORD,
}
const DAY = 86_400_000

describe.each(DATABASES)('the set-up link on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  async function withApp(work: (app: TestApp, token: string) => Promise<void>) {
    const app = await startTestApp(kind, { now: () => now, ...BEHIND_PROXY })
    try {
      const link = await setUpLink(app.ctx)
      expect(link).toMatch(/^https:\/\/fasti\.test\/admin\/set-up#0\.[\w-]{43}$/)
      await work(app, new URL(link!).hash.slice(1))
    } finally {
      await app.close()
    }
  }

  it('makes the publisher and its owner, who is signed in', () =>
    withApp(async (app, token) => {
      const browser = new TestBrowser(app)
      const answer = await browser.post('/set-up', { token, ...CLUB }, { 'accept-language': 'de' })
      expect(answer).toMatchObject({ status: 200, body: { data: { role: 'owner', partner: false } } })
      const { user, publisher } = answer.body.data
      expect(user).toMatchObject({
        email: 'olive@example.com',
        name: 'Olive Owner',
        language: 'de',
        password: true,
      })
      expect(publisher).toMatchObject({ company: 'City Rugby', timezone: 'Europe/London' })
      expect((await browser.get('/widgets')).body.data).toHaveLength(2)
      expect((await browser.get('/widgets')).body.data[0].embedCode).toMatch(/data-svc-api-key="[\w-]{32}"/)
      const body = { email: CLUB.email, password: PASSWORD }
      expect((await new TestBrowser(app).post('/session', body)).status).toBe(200)
      const actions = (await auditOf(app, publisher.id)).map((entry) => entry.action)
      expect(actions).toEqual(expect.arrayContaining(['publisher.set-up', 'session.start']))
      expect(await setUpLink(app.ctx)).toBeUndefined()
      const again = await new TestBrowser(app).post('/set-up', { token, ...CLUB, email: 'b@example.com' })
      expect(again).toMatchObject({
        status: 403,
        body: { statusLong: 'The service is set up already. Sign in, or ask an owner to invite you.' },
      })
    }))

  it('makes one publisher, however many use it, or others, at once', () =>
    withApp(async (app, token) => {
      const second = new URL((await setUpLink(app.ctx))!).hash.slice(1)
      const answers = await Promise.all(
        [token, second, token, second].map((token, i) =>
          new TestBrowser(app).post('/set-up', { token, ...CLUB, email: `o${i}@example.com` }),
        ),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403, 403])
      expect(await app.ctx.db.selectFrom('publisher').select('publisher_id').execute()).toHaveLength(1)
      expect(await app.ctx.db.selectFrom('user').select('id').execute()).toHaveLength(1)
    }))

  it('is refused once a publisher was made otherwise, when it is old, or made up', () =>
    withApp(async (app, token) => {
      const attempt = (token: string) => new TestBrowser(app).post('/set-up', { token, ...CLUB })
      expect((await attempt('x')).body.statusLong).toContain('is not good')
      expect((await attempt(`0.${'a'.repeat(43)}`)).status).toBe(403)
      now += 7 * DAY
      expect((await attempt(token)).status).toBe(403)
      const fresh = new URL((await setUpLink(app.ctx))!).hash.slice(1)
      expect((await new TestBrowser(app).post('/session/redeem', { token: fresh })).status).toBe(403)
      await app.publisher()
      expect((await attempt(fresh)).body.statusLong).toContain('is set up already')
    }))

  it('tells what is wrong with what was typed, and can be used again', () =>
    withApp(async (app, token) => {
      const faults: [Json, string][] = [
        [{ email: 'olive' }, 'email'],
        [{ company: '' }, 'company'],
        [{ company: '  ' }, 'company'],
        [{ timezone: 'Mars/Base' }, 'timezone'],
        [{ password: 'short' }, 'password'],
        [{ password: 'City Rugby 2027' }, 'password'],
        [{ firstName: 'a\u0007b' }, 'firstName'],
      ]
      for (const [fault, field] of faults) {
        const answer = await new TestBrowser(app).post('/set-up', { token, ...CLUB, ...fault })
        expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Publisher Data' } })
        expect(Object.keys(answer.body.errors)).toEqual([field])
      }
      expect((await new TestBrowser(app).post('/set-up', { token, ...CLUB })).status).toBe(200)
    }))
})

describe('the first start', () => {
  it('writes a link to the log that works, once for each start until it is used', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    const linkIn = (log: Json[]) =>
      /https:\/\/fasti\.test\/admin\/set-up#(\S+)/.exec(log.map((entry) => entry.msg).join(' '))?.[1]
    const first = await startService(env)
    await expect.poll(() => linkIn(first.log)).toBeDefined()
    await first.kill()
    const second = await startService(env)
    await expect.poll(() => linkIn(second.log)).toBeDefined()
    expect(linkIn(second.log)).not.toBe(linkIn(first.log))
    const body = JSON.stringify({ token: linkIn(second.log), ...CLUB })
    const answer = await send(`${second.url}/admin/api/set-up`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    await second.kill()
    const third = await startService(env)
    expect(linkIn(third.log)).toBeUndefined()
  })

  it('by command invites the owner, and prints nothing of it on standard output', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    const service = await startService(env)
    const args = ['publisher', 'create', '--email', 'olive@example.com', '--company', 'City Rugby']
    const { code, stdout, stderr } = await runFasti(args, { ...env, FASTI_URL: 'https://fasti.test' })
    expect(code).toBe(0)
    expect(stdout).not.toContain('invit')
    expect(stderr).toMatch(
      /^fasti: an invitation to sign in goes to olive@example\.com, as a file in .*mail.*\n$/,
    )
    const [file] = await readdir(`${env.FASTI_DATA}/mail`)
    const mail = (await readFile(`${env.FASTI_DATA}/mail/${file}`, 'utf8')).replace(/=\r\n/g, '')
    const token = /admin\/invitation#([\w.-]+)/.exec(mail)![1]
    const answer = await send(`${service.url}/admin/api/session/redeem`, {
      method: 'POST',
      body: JSON.stringify({ token, password: PASSWORD }),
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { role: 'owner', user: { email: 'olive@example.com' } } },
    })
  })

  it('by command invites whomever one names, until they have come', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    const fasti = (...args: string[]) => runFasti(['publisher', ...args], env)
    await fasti('create', '--email', 'olive@example.com', '--company', 'City Rugby', '--json')
    const invite = (email: string, ...more: string[]) =>
      fasti('invite', '--publisher', '1', '--email', email, ...more)
    for (const email of ['second@example.com', 'second@example.com', 'olive@example.com']) {
      expect(await invite(email)).toMatchObject({ code: 0, stdout: '' })
    }
    expect(await readdir(`${env.FASTI_DATA}/mail`)).toHaveLength(4)
    expect((await invite('nobody')).stderr).toBe('fasti: --email nobody is not an e-mail address\n')
    expect((await invite('x@example.com', '--role', 'king')).code).toBe(1)
    await fasti('create', '--email', 'other@example.com', '--company', 'Town Rugby', '--json')
    const elsewhere = await fasti('invite', '--publisher', '2', '--email', 'Olive@example.com')
    expect(elsewhere.stderr).toBe('fasti: Somebody has the e-mail [Olive@example.com] already\n')
    expect((await fasti('invite', '--publisher', '3', '--email', 'x@example.com')).stderr).toContain(
      'Not Found',
    )
  })
})
