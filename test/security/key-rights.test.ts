import { describe, expect, it } from 'vitest'
import { includesAddress, readAddresses } from '../../src/publishers/addresses.ts'
import { runFasti } from '../cli/run-fasti.ts'
import { DATABASES } from '../support/databases.ts'
import { dataFolder } from '../support/service-process.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

describe.each(DATABASES)('API keys on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)

  /** A publisher and its program with a key that is narrowed so. */
  async function narrowed(rights: Json) {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const { apiKey, secret } = (await owner.post('/api-keys', { name: 'Narrow', ...rights })).body.data
    const key = { key: apiKey, secret }
    const program = new TestPublisher(app.url, { publisher: club, apiKey: key, widgets: [{ id: '' }] })
    return { club, owner, program }
  }

  it('that may only read change nothing', async () => {
    const { club, program } = await narrowed({ scope: 'read' })
    const calendar = await club.calendar()
    for (const path of ['/calendar', `/calendar/${calendar}`, '/event', '/admin/api/calendars'])
      expect({ path, status: (await program.get(path)).status }).toMatchObject({
        status: path === '/event' ? 204 : 200,
      })
    const found = await program.post('/batch/events/search?type=private', { ids: ['a'.repeat(24)] })
    expect(found.status).toBe(200)
    const changes = [
      program.post('/calendar', {}),
      program.put(`/calendar/${calendar}`, { name: 'New' }),
      program.delete(`/calendar/${calendar}`),
      program.post('/batch/events?type=private', { events: [] }),
      program.delete('/batch/events?type=private', { ids: ['a'.repeat(24)] }),
      program.post('/admin/api/callbacks', { url: 'https://example.com/' }),
    ]
    for (const answer of await Promise.all(changes))
      expect(answer).toMatchObject({
        status: 403,
        body: { status: '403', statusLong: 'The API Key may only read' },
      })
    expect((await club.get(`/calendar/${calendar}`)).status).toBe(200)
  })

  it('for batches are for batches only', async () => {
    const { program } = await narrowed({ scope: 'batch' })
    const statusLong = 'The API Key is only for the batch operations'
    for (const answer of [
      await program.get('/calendar'),
      await program.get('/event'),
      await program.get('/admin/api/calendars'),
    ])
      expect(answer).toMatchObject({ status: 403, body: { status: '403', statusLong } })
    const deleted = await program.delete('/batch/events?type=private', { ids: ['a'.repeat(24)] })
    expect(deleted.status).toBe(207)
    expect((await program.get('/batch/events?type=private')).status).toBe(200)
  })

  it('are good from their addresses only, as the proxy tells them', async () => {
    const { owner, program } = await narrowed({ addresses: ['203.0.113.0/24', '2001:DB8::/32'] })
    const from = (address: string) => program.get('/calendar', { 'x-forwarded-for': address })
    // A header that the client sent itself comes before the part that the proxy adds.
    for (const good of ['203.0.113.9', '2001:db8::1', '::ffff:203.0.113.9', '198.51.100.1, 203.0.113.9'])
      expect({ good, status: (await from(good)).status }).toEqual({ good, status: 200 })
    for (const bad of ['203.0.114.9', '2001:db9::1', '203.0.113.9, 198.51.100.1', 'nonsense', '127.0.0.1'])
      expect({ bad, ...(await from(bad)).body }).toMatchObject({
        bad,
        status: '403',
        statusLong: 'The API Key may not be used from this address',
      })
    expect((await program.get('/calendar')).status).toBe(403)
    await app.ctx.requestLog.flush()
    const log = (await owner.get('/requests?status=refused')).body.data as Json[]
    expect(log[0].reason).toBe('The API Key may not be used from this address')
  })

  it('tell nobody who has not the secret what they are good for', async () => {
    const { program } = await narrowed({ scope: 'batch', addresses: ['203.0.113.9'], onceOnly: true })
    const stranger = new TestPublisher(app.url, {
      publisher: { id: program.id },
      apiKey: { key: program.apiKey, secret: 'guessed' },
      widgets: [{ id: '' }],
    })
    expect((await stranger.get('/calendar')).body.statusLong).toBe('API signature does not match')
  })
})

describe('addresses of an API key', () => {
  it.each<[string[], string, boolean]>([
    [['10.1.2.3'], '10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.4', false],
    [['10.1.2.3/32'], '::ffff:10.1.2.3', true],
    [['10.1.2.3/16'], '10.1.255.255', true],
    [['0.0.0.0/0'], '8.8.8.8', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::/0'], '2001:db8::1', true],
    [['fe80::1'], 'fe80:0:0::1', true],
    [['2001:db8::/127'], '2001:db8::2', false],
    [['10.0.0.0/8'], '', false],
    [['10.0.0.0/8'], '10.0.0.1, 10.0.0.2', false],
  ])('%j: %s %s', (addresses, ip, included) => {
    expect(includesAddress(readAddresses(addresses, 'addresses'), ip)).toBe(included)
  })
})

it('narrows a key from the command line', async () => {
  const env = { FASTI_DATA: await dataFolder() }
  const fasti = (...args: string[]) => runFasti(args, env)
  const made = ['--email', 'owner@example.com', '--company', 'Club', '--json']
  expect((await fasti('publisher', 'create', ...made)).code).toBe(0)
  const create = ['key', 'create', '--publisher', '1', '--name', 'Batches']
  const rights = ['--scope', 'batch', '--once-only', '--allow-ip', '203.0.113.7', '2001:db8::/32']
  const { apiKey } = JSON.parse((await fasti(...create, ...rights)).stdout)
  const listed = (await fasti('key', 'list', '--publisher', '1')).stdout.split('\n')
  expect(JSON.parse(listed.find((line) => line.includes(apiKey))!)).toMatchObject({
    ...{ name: 'Batches', scope: 'batch', onceOnly: true, addresses: ['203.0.113.7', '2001:db8::/32'] },
  })
  expect(await fasti(...create, '--allow-ip', 'everywhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not [everywhere]'),
  })
  expect((await fasti(...create, '--scope', 'some')).code).toBe(1)
})
