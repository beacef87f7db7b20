import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandLinePublisher, dataFolder, startService } from '../support/service-process.ts'
import { send } from '../support/test-publisher.ts'
import { runFasti } from './run-fasti.ts'

const OWNER = ['--email', 'owner@example.com', '--company', 'City Rugby']
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** One line on standard error, nothing on standard output. */
const refused = (message: string) => ({ code: 1, stdout: '', stderr: `fasti: ${message}\n` })

describe('fasti publisher create', () => {
  it('prints one line of JSON and nothing else', async () => {
    const env = { FASTI_DATA: await dataFolder(), FASTI_URL: 'https://fasti.test/' }
    const { stdout, ...outcome } = await runFasti(['publisher', 'create', ...OWNER, '--json'], env)
    expect(outcome).toEqual({ code: 0, stderr: '' })
    const id = expect.stringMatching(/^[0-9a-f]{24}$/)
    const [created, ...rest] = lines(stdout)
    expect(rest).toEqual([])
    expect(created).toEqual({
      publisherId: 1,
      apiKey: expect.stringMatching(/^[\w-]{32}$/),
      secret: expect.stringMatching(/^[\w-]{48}$/),
      widgets: [
        { id, type: 'button', name: 'Add to calendar', directLink: expect.any(String) },
        { id, type: 'event', name: 'Event list', directLink: expect.any(String) },
      ],
    })
    const [button, list] = created.widgets
    expect(button.directLink).toBe(`https://fasti.test/w/${button.id}`)
    expect(list.directLink).toBe(`https://fasti.test/w/${list.id}/events`)
  })

  it('refuses what is no publisher, and creates none', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    const create = (...options: string[]) => runFasti(['publisher', 'create', ...OWNER, ...options], env)
    expect(await create('--email', 'owner')).toEqual(refused('--email owner is not an e-mail address'))
    expect(await create('--timezone', 'Mars/Base')).toEqual(
      refused('--timezone Mars/Base is not a time zone'),
    )
    expect(await create('--company', 'City\u0007 Rugby')).toEqual(
      refused('--company must be a text of 1 to 250 characters'),
    )
    expect(lines((await create('--json')).stdout)[0].publisherId).toBe(1)
  })

  it('takes an e-mail that another publisher has, and invites nobody', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    const create = () => runFasti(['publisher', 'create', ...OWNER, '--json'], env)
    expect(lines((await create()).stdout)[0].publisherId).toBe(1)
    const second = await create()
    expect(lines(second.stdout)[0].publisherId).toBe(2)
    expect(second.stderr).toContain('nobody was invited to sign in')
  })
})

describe('fasti publisher list', () => {
  it('lists all publishers, by id, for people and for programs', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    const list = (...options: string[]) => runFasti(['publisher', 'list', ...options], env)
    expect(await list()).toEqual({ code: 0, stdout: '', stderr: 'fasti: there is no publisher yet\n' })
    await runFasti(['publisher', 'create', ...OWNER, '--partner', '--json'], env)
    await runFasti(['publisher', 'create', '--email', 'b@example.com', '--company', 'Port', '--json'], env)
    expect((await list()).stdout).toBe(
      '1  City Rugby  (owner@example.com, partner)\n2  Port  (b@example.com)\n',
    )
    expect(lines((await list('--json')).stdout)).toEqual([
      { publisherId: 1, company: 'City Rugby', email: 'owner@example.com', parentId: null, partner: true },
      { publisherId: 2, company: 'Port', email: 'b@example.com', parentId: null, partner: false },
    ])
  })
})

describe('fasti --version', () => {
  it('prints the version of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'))
    expect(await runFasti(['--version'], {})).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })
})

describe('fasti key', () => {
  it('creates, lists and switches off, and a running service follows at once', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    const service = await startService(env)
    const club = await commandLinePublisher(env, service.url)
    const key = (...args: string[]) => runFasti(['key', ...args, '--publisher', `${club.id}`], env)
    const created = await key('create', '--name', 'Box office', '--expires-in-days', '30')
    const pair = JSON.parse(created.stdout)
    expect(pair).toEqual({ apiKey: expect.any(String), secret: expect.any(String) })
    const options = ['--api-key', pair.apiKey, '--secret', pair.secret]
    const url = (await runFasti(['sign', 'GET', `${service.url}/apiv2/calendar`, ...options], {})).stdout
    expect((await send(url)).status).toBe(200)

    const listed = await key('list')
    expect(lines(listed.stdout)).toMatchObject([
      { apiKey: club.apiKey, name: 'First key', active: true, expires: null },
      { apiKey: pair.apiKey, name: 'Box office', active: true, sha256Only: false },
    ])
    expect(listed.stdout).not.toContain(pair.secret)
    expect(await key('disable', pair.apiKey)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'fasti: the key is off\n',
    })
    expect(await send(url)).toMatchObject({ status: 403, body: { statusLong: 'The API Key is not active' } })
    expect((await club.get('/calendar')).status).toBe(200)
  })

  it('refuses what there is not', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    await runFasti(['publisher', 'create', ...OWNER], env)
    const key = (...args: string[]) => runFasti(['key', ...args], env)
    expect(await key('list', '--publisher', '2')).toEqual(refused('Publisher with ID [2] Not Found'))
    expect(await key('list', '--publisher', 'one')).toEqual(refused('"one" is not a whole number'))
    expect(await key('disable', 'nokey', '--publisher', '1')).toEqual(refused('Publisher 1 has no key nokey'))
    const forever = await key('create', '--publisher', '1', '--expires-in-days', '99999999')
    expect(forever).toEqual(refused('"99999999" is more than 36500 days'))
  })
})

describe('fasti callback', () => {
  it('takes the kinds of notifications, and refuses unknown ones', async () => {
    const env = { FASTI_DATA: await dataFolder() }
    await runFasti(['publisher', 'create', ...OWNER], env)
    const callback = (...args: string[]) => runFasti(['callback', ...args, '--publisher', '1'], env)
    const add = (path: string, ...args: string[]) =>
      callback('add', '--url', `https://example.com/${path}`, ...args)
    await add('a')
    await add('b', '--kinds', 'change.reached, subscribe')
    expect(lines((await callback('list')).stdout)).toMatchObject([
      { kinds: ['subscribe', 'schedules-added', 'schedules-removed', 'unsubscribe'] },
      { kinds: ['subscribe', 'change.reached'] },
    ])
    const wrong = await add('c', '--kinds', 'change')
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toContain('must be a list of subscribe, ')
  })
})

describe('fasti sign', () => {
  it('signs what the server takes, by MD5 and SHA-256, with a body from a file or standard input', async () => {
    const folder = await dataFolder()
    const service = await startService({ FASTI_DATA: folder })
    const club = await commandLinePublisher({ FASTI_DATA: folder }, service.url)
    const env = { FASTI_API_KEY: club.apiKey, FASTI_SECRET: club.secret, FASTI_CWD: folder }
    const address = `${service.url}/apiv2/calendar/?showDraft=a+b&é=%26`
    const cases = [
      ['body.json', []],
      ['-', ['--sha256']],
    ] as const
    for (const [source, form] of cases) {
      const body = `{"name":"Été 🏁", "type":"fixture","categories":"A","genre":"G","subGenre":"S","reference":"${source}"}`
      await writeFile(join(folder, 'body.json'), body)
      const signed = await runFasti(['sign', 'post', address, '--body', source, ...form], env, body)
      expect((await send(signed.stdout, { method: 'POST', body: `${body} ` })).status).toBe(403)
      expect(await send(signed.stdout, { method: 'POST', body })).toMatchObject({ status: 200 })
    }
    expect((await club.get('/calendar?showDraft=1')).body.data).toMatchObject([
      { name: 'Été 🏁', reference: 'body.json' },
      { name: 'Été 🏁', reference: '-' },
    ])
  })

  it('refuses what it cannot sign', async () => {
    const sign = (...args: string[]) => runFasti(['sign', ...args], { FASTI_CWD: '/nowhere' })
    const keys = ['--api-key', 'k', '--secret', 's']
    expect(await sign('GET', '/apiv2/calendar', ...keys)).toEqual(
      refused('/apiv2/calendar is not a full URL'),
    )
    expect(await sign('GET', 'http://localhost/')).toMatchObject({ code: 1, stdout: '' })
    expect(await sign('POST', 'http://localhost/', ...keys, '--body', 'x.json')).toEqual(
      refused("--body x.json can't be read (ENOENT)"),
    )
  })
})

describe('the command line', () => {
  it('has help for each command', async () => {
    const commands = ['', 'serve', 'publisher', 'publisher create', 'sign', 'import', 'demo']
    const withParts = ['key', 'key create', 'key list', 'key disable', 'callback', 'callback add']
    const asked = [...commands, ...withParts].map(async (command) => {
      const outcome = await runFasti([...command.split(' ').filter(Boolean), '--help'], {})
      expect(outcome, command).toMatchObject({ code: 0, stderr: '' })
      expect(outcome.stdout).toMatch(new RegExp(`^Usage: fasti ${command}.*\\n\\n\\w[^]*--help`))
    })
    await Promise.all(asked)
  })

  it('refuses an unknown command, option or argument, and one too few', async () => {
    const wrong = [['feed'], ['serve', '--fast'], ['serve', 'now'], ['sign', 'GET'], ['key', 'list'], []]
    const asked = wrong.map(async (args) => {
      const { code, stdout, stderr } = await runFasti(args, {})
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^error: |^Usage: /)
    })
    await Promise.all(asked)
  })
})
