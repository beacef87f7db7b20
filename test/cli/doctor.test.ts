import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Finding } from '../../src/doctor/check.ts'
import { checkGoogle } from '../../src/doctor/check-google.ts'
import { checkClock, checkTimeZones } from '../../src/doctor/check-machine.ts'
import { checkMicrosoft } from '../../src/doctor/check-microsoft.ts'
import { checkMailServer } from '../../src/doctor/check-network.ts'
import { checkSettings } from '../../src/doctor/check-settings.ts'
import { connectMirror } from '../../src/push-targets/connect-mirror.ts'
import { connectPerson } from '../../src/push-targets/connect-person.ts'
import { saveCredentials } from '../../src/push-targets/credentials-store.ts'
import { GOOGLE_SCOPES } from '../../src/push-targets/google/google.ts'
import { freePort } from '../support/free-port.ts'
import { startGoogle } from '../support/google/start.ts'
import { startMicrosoft } from '../support/microsoft/start.ts'
import { dataFolder } from '../support/service-process.ts'
import { startTestApp } from '../support/test-app.ts'
import { environmentOf, runFasti } from './run-fasti.ts'

async function examine(env: NodeJS.ProcessEnv): Promise<{ code: number; findings: Finding[] }> {
  const { code, stdout, stderr } = await runFasti(['doctor', '--json'], env)
  expect(stderr).toBe('')
  return { code, findings: JSON.parse(stdout) as Finding[] }
}

const texts = (findings: Finding[], result: Finding['result']) =>
  findings.filter((finding) => finding.result === result).map(({ text }) => text)

describe('the doctor', () => {
  it('finds nothing wrong with a service that runs', async () => {
    const app = await startTestApp('sqlite', { reachable: true })
    await app.publisher()
    const { port, publicUrl } = app.ctx.config.http
    const env = { ...environmentOf(app.ctx.config), PORT: `${port}`, FASTI_URL: publicUrl }
    const { code, findings } = await examine(env)
    expect([code, texts(findings, 'fail')]).toEqual([0, []])
    const what = findings.filter(({ result }) => result === 'ok').map((finding) => finding.what)
    expect([...new Set(what)]).toEqual([
      ...['settings', 'node', 'clock', 'time zones', 'disk', 'database', 'address'],
    ])
    expect(texts(findings, 'ok')).toEqual(
      expect.arrayContaining(['its integrity was checked', 'the service is ready', 'links to feeds work']),
    )
    const plain = await runFasti(['doctor'], env)
    expect(plain.stdout).toMatch(/^ok {4}settings +given: PORT, FASTI_DATA, FASTI_URL, DATABASE_URL$/m)
    await app.close()
  })

  it('asks Microsoft if it knows the application', async () => {
    const microsoft = await startMicrosoft()
    const { id, secret } = microsoft.client
    const env = { FASTI_URL: 'https://fasti.example', FASTI_MICROSOFT_URL: microsoft.url }
    const check = (clientId: string, clientSecret: string, over = {}) =>
      checkMicrosoft(
        readConfig({
          ...{ ...env, ...over },
          ...{ FASTI_MICROSOFT_CLIENT_ID: clientId, FASTI_MICROSOFT_CLIENT_SECRET: clientSecret },
        }),
      )
    expect(await checkMicrosoft(readConfig(env))).toEqual([])
    expect((await check(id, secret)).map(({ result, text }) => [result, text])).toEqual([
      ['ok', 'Microsoft has nothing against the application'],
      ['ok', expect.stringContaining('https://fasti.example/microsoft/callback')],
    ])
    expect(await check('other', secret)).toMatchObject([
      { result: 'fail', text: expect.stringMatching(/_ID$/) },
    ])
    expect(await check(id, 'other')).toMatchObject([
      { result: 'fail', text: expect.stringMatching(/_SECRET$/) },
    ])
    const plain = await check(id, secret, { FASTI_URL: 'http://fasti.example' })
    expect(plain).toContainEqual(expect.objectContaining({ result: 'fail' }))
    await microsoft.close()
    await expect(check(id, secret)).rejects.toThrow('does not answer')
    expect(() => readConfig({ FASTI_MICROSOFT_CLIENT_ID: 'x' })).toThrow('FASTI_MICROSOFT_CLIENT_SECRET')
  })

  it('asks about the clients of publishers too, and names them', async () => {
    await using google = await startGoogle({ redirectUris: ['https://fasti.test/google/callback'] })
    const app = await startTestApp('sqlite')
    const club = await app.publisher({ company: 'City Rugby' })
    const own = { id: 'own-client', secret: 'own-secret', redirectUris: google.client.redirectUris }
    google.addClient({ ...own, status: 'production' })
    const enter = (clientSecret: string) =>
      saveCredentials(app.ctx.db, {
        ...{ publisherId: club.id, provider: 'google', clientId: own.id, clientSecret },
        ...{ since: Date.now(), retiredAt: null },
      })
    const settings = { ...environmentOf(app.ctx.config), FASTI_URL: 'https://fasti.test' }
    const without = {
      FASTI_GOOGLE_CLIENT_ID: '',
      FASTI_GOOGLE_CLIENT_SECRET: '',
      FASTI_GOOGLE_URL: google.url,
    }
    const check = () => checkGoogle(readConfig({ ...settings, ...without }), Date.now())
    expect(await check()).toEqual([])
    await enter(own.secret)
    const named = `publisher ${club.id}, City Rugby: `
    const outcomes = await check()
    expect(outcomes).toMatchObject([
      { result: 'ok' },
      { result: 'ok' },
      { text: `${named}consents in use: 0` },
    ])
    expect(outcomes.every(({ text }) => text.startsWith(named))).toBe(true)
    await enter('another')
    expect((await check())[0]).toMatchObject({ result: 'fail', text: expect.stringContaining(named) })
    await app.close()
  })

  it('says what to do about each thing that is wrong', async () => {
    const [folder, port] = [await dataFolder(), await freePort()]
    writeFileSync(join(folder, 'fasti.db'), 'This is no database, however long one looks at it. '.repeat(20))
    writeFileSync(join(folder, 'key'), `${Buffer.alloc(32, 1).toString('base64')}\n`)
    chmodSync(join(folder, 'key'), 0o644)
    const { code, findings } = await examine({
      FASTI_DATA: folder,
      FASTI_URL: `http://127.0.0.1:${port}`,
      FASTI_TRUST_PROXIES: '1',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    })
    expect(code).toBe(1)
    const failed = findings.filter(({ result }) => result === 'fail')
    expect(failed.map(({ what, text }) => `${what}: ${text}`)).toEqual([
      'settings: FASTI_TRUST_PROXIES is no setting',
      expect.stringContaining('key, the key of all secrets, can be read'),
      expect.stringContaining('file is not a database'),
      expect.stringContaining(`http://127.0.0.1:${port} can't be reached: ECONNREFUSED`),
      expect.stringContaining(`the mail server 127.0.0.1:${port} does not greet: ECONNREFUSED`),
    ])
    expect(failed[0]!.advice).toBe('Did you mean FASTI_TRUST_PROXY?')
    expect(failed.every(({ advice }) => advice !== '')).toBe(true)
  })

  it('goes on with what does not need settings, where one can not be used', async () => {
    const { code, findings } = await examine({ PORT: 'eighty' })
    expect(code).toBe(1)
    expect(texts(findings, 'fail')).toEqual([expect.stringContaining('PORT must be a whole number')])
    expect(findings.map(({ what }) => what)).toContain('time zones')
  })

  it('knows a clock that is wrong, and the zones of this runtime', () => {
    expect(checkClock(Date.parse('1970-01-02'))[0]!.result).toBe('fail')
    expect(checkClock(Date.parse('2099-01-01'))[0]!.result).toBe('fail')
    expect(checkClock(Date.now())[0]!.result).toBe('ok')
    expect(checkTimeZones()).toMatchObject([{ result: 'ok' }])
  })

  it('takes names of other programs for what they are', () => {
    const unknown = (env: NodeJS.ProcessEnv) =>
      checkSettings(env).outcomes.filter(({ result }) => result === 'fail')
    expect(unknown({ FASTI_API_KEY: 'x', FASTI_CWD: '/', HOME: '/root' })).toEqual([])
    expect(unknown({ FASTI_URLS: 'x' })).toMatchObject([{ advice: 'Did you mean FASTI_URL?' }])
    expect(unknown({ FASTI_SOMETHING_ELSE: 'x' })).toMatchObject([{ advice: 'Remove it' }])
  })

  it('hears whether a mail server greets', async () => {
    let greeting = '220 mail.example.com\r\n'
    const server = createServer((socket) => void socket.on('error', () => {}).end(greeting))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as { port: number }
    const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    expect(await checkMailServer(config)).toMatchObject([{ result: 'ok' }])
    greeting = '554 no\r\n'
    expect(await checkMailServer(config)).toMatchObject([{ result: 'fail' }])
    server.close()
  })

  it('asks Google about the client, the redirect address and the scopes, and looks how long consents lived', async () => {
    await using google = await startGoogle({ redirectUris: ['https://fasti.test/google/callback'] })
    const app = await startTestApp('sqlite')
    const club = await app.publisher()
    const { svcId } = await club.subscriber(undefined, [await club.calendar()])
    const settings = {
      ...environmentOf(app.ctx.config),
      FASTI_GOOGLE_CLIENT_ID: google.client.id,
      FASTI_GOOGLE_CLIENT_SECRET: google.client.secret,
      FASTI_GOOGLE_URL: google.url,
    }
    const check = (over: NodeJS.ProcessEnv = {}) =>
      checkGoogle(readConfig({ FASTI_URL: 'https://fasti.test', ...settings, ...over }), Date.now())
    expect(await check()).toMatchObject([{ result: 'ok' }, { result: 'ok' }, { text: 'consents in use: 0' }])

    expect((await check({ FASTI_GOOGLE_CLIENT_SECRET: 'wrong' }))[0]).toMatchObject({
      result: 'fail',
      advice: expect.stringContaining('FASTI_GOOGLE_CLIENT_SECRET'),
    })
    expect((await check({ FASTI_URL: 'https://moved.test' }))[1]).toMatchObject({
      result: 'fail',
      advice: expect.stringContaining(
        'Add https://moved.test/google/callback to the authorised redirect URIs',
      ),
    })
    expect(await check({ FASTI_GOOGLE_CLIENT_ID: '', FASTI_GOOGLE_CLIENT_SECRET: '' })).toEqual([])

    const tokens = { refresh: 'refresh', access: 'access', accessExpiresAt: 0 }
    await connectPerson(app.ctx, 'google', club.id, svcId, { tokens, scopes: GOOGLE_SCOPES.person.asked })
    await connectMirror(app.ctx, 'google', club.id, { tokens, scopes: GOOGLE_SCOPES.mirror.needed })
    const eightDaysAgo = Date.now() - 8 * 86_400_000
    await app.ctx.db
      .updateTable('push_grant')
      .set({ consented_at: eightDaysAgo, last_ok_at: eightDaysAgo + 3_600_000, disconnected_at: Date.now() })
      .where('kind', '=', 'person')
      .execute()
    expect((await check()).slice(2).map(({ text }) => text)).toEqual([
      'consents in use: 1',
      expect.stringContaining('consents that died after seven days: 1'),
      'publishers that did not grant the right to make mirrors public: 1',
    ])
    await app.close()
  })
})
