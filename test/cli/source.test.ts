import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublisher } from '../../src/accounts/create-publisher.ts'
import { BLANK_CALENDAR } from '../../src/calendars/calendar-fields.ts'
import { createCalendar } from '../../src/calendars/save-calendar.ts'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/context.ts'
import { DATABASES, type FreshDatabase, freshDatabaseUrl } from '../support/databases.ts'
import { type SourceServer, startSourceServer } from '../support/source-server.ts'
import { temporaryDirectory } from '../support/temporary.ts'
import type { Json } from '../support/test-publisher.ts'
import { runFasti } from './run-fasti.ts'

const table = (...rows: string[]) => ['date,time,end time,title,venue,ref', ...rows, ''].join('\n')
const FIXTURE = '2099-03-20,15:00,17:00,City v Town,City Ground,one'

describe.each(DATABASES)('fasti source on %s', (kind) => {
  let database: FreshDatabase
  let server: SourceServer
  let env: Record<string, string>
  let publisher = ''
  beforeAll(async () => {
    database = await freshDatabaseUrl(kind)
    server = await startSourceServer()
    const FASTI_DATA = temporaryDirectory('fasti-source-')
    env = { DATABASE_URL: database.url, FASTI_DATA, FASTI_ALLOW_PRIVATE_CALLBACKS: '1', LOG_LEVEL: 'silent' }
    await using ctx = await openContext(readConfig(env))
    const owner = { email: 'olive@example.com', firstName: 'Olive', lastName: 'Owner', company: 'City' }
    const terms = { parentId: null, partner: false, timezone: 'Europe/London' }
    const created = await createPublisher(ctx, { ...owner, ...terms })
    publisher = String(created.publisher.id)
    const fields = { ...BLANK_CALENDAR, name: 'Rugby', reference: 'rugby', draft: false }
    await createCalendar(ctx, created.publisher.id, fields, 'Sports')
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await database.dispose()
  })

  async function source(...args: string[]) {
    const { code, stdout, stderr } = await runFasti(['source', ...args, '--publisher', publisher], env)
    const lines: Json[] = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    return { code, stderr, lines }
  }

  it('adds, runs, pauses and removes one', async () => {
    server.serve(table(FIXTURE), 'text/csv')
    const add = ['add', '--calendar', 'rugby', '--url', server.url.replace('.ics', '.csv')]
    expect(await source(...add, '--rule', 'venue=ask')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--rule venue=ask is not one of'),
    })
    const added = await source(...add, '--every', '15', '--rule', 'details=ask')
    expect(added.lines).toMatchObject([{ state: 'new', every: 15, rules: { details: 'ask', name: 'mine' } }])
    const id: string = added.lines[0]!.id
    expect((await source('run', id)).lines).toMatchObject([{ outcome: 'changed', counts: { added: 1 } }])
    server.refuse(500)
    expect(await source('run', id)).toMatchObject({ code: 1, lines: [{ outcome: 'failed' }] })
    expect(await source('take-away', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('waits for no answer'),
    })
    expect((await source('pause', id)).lines).toMatchObject([{ state: 'paused', nextRun: null }])
    const shown = (await source('show', id)).lines[0]!
    expect(shown).toMatchObject({ questions: [], runs: [{ outcome: 'failed' }, { outcome: 'changed' }] })
    expect((await source('remove', id)).code).toBe(0)
    expect((await source('list')).lines).toEqual([])
  })
})
