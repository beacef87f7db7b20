import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/backup/postgres-dump.ts'
import { CITUS_SCRIPT, DISTRIBUTED, REFERENCE } from '../support/citus-script.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { serverOfTools } from '../support/postgres-binaries.ts'
import { dataFolder } from '../support/service-process.ts'
import { pretendCitus } from '../support/spread-database.ts'
import { runFasti } from './run-fasti.ts'

const programs = serverOfTools()

/** A row for each table of alerts. */
const ALERT_ROWS = {
  alert_rule: "1, 'r', null, 'moved', 15, 48, 60, null, null, 3, 500, 'mail', 'en', 1, 0",
  alert_follower: '1, 1',
  alert_due: "1, 'c', 'e', 'r', 0",
  alert: "1, 'a', '', 0, 'done', '[]', '{}', 1, 0, 0, 0, 0, 0, 0, 0, ''",
  alert_recipient: "1, 'a', 's', 'told', '{}', 0, 0, 1",
}

describe.skipIf(!programs)('a backup of PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({ programs })
  })
  afterAll(() => server.stop())

  it('goes back with what it had, and leaves what was there before', async () => {
    const { url, file, data, run } = await backedUp()
    for (const table of Object.keys(ALERT_ROWS)) await read(url, `delete from ${table}`)
    await run('publisher', 'create', '--email', 'two@club.example', '--company', 'Two')
    const restored = await run('restore', file)
    expect(restored.stderr).toContain('fasti: restored from')
    expect(await read(url, 'select email from publisher')).toEqual([{ email: 'one@club.example' }])
    for (const table of Object.keys(ALERT_ROWS))
      expect(await read(url, `select publisher_id from ${table}`), table).toEqual([{ publisher_id: 1 }])
    const [renewed] = await read(url, 'select revision from publisher_revision')
    expect(Number(renewed!.revision)).toBeGreaterThan((Date.now() - 600_000) * 1000)
    const [, kept = ''] = /is in (\S+)\.\n/.exec(restored.stderr) ?? []
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(await rowsOf(kept, ['publisher'])).toContain('two@club.example')
    expect(
      readdirSync(data)
        .filter((name) => name !== 'mail')
        .sort(),
    ).toEqual([basename(kept), 'key'])
  })

  it('is refused where it is none, foreign, newer, or sealed with another key', async () => {
    const { url, file, folder, data } = await backedUp()
    const before = await stateOf(url)
    const otherKey = { FASTI_KEY: Buffer.alloc(32, 7).toString('base64') }
    const refused: [file: string, reason: string, over?: NodeJS.ProcessEnv][] = [
      [join(data, 'key'), 'is no dump'],
      [await dumpOf(folder, 'foreign', 'create table event (id text)'), 'is no backup of Fasti'],
      [
        await dumpOf(folder, 'newer', `insert into kysely_migration values ('999-newer', 'x')`, url),
        'newer version of Fasti',
      ],
      [file, 'FASTI_KEY does not open', otherKey],
    ]
    for (const [path, reason, over] of refused) {
      const ran = await runFasti(['restore', path], { DATABASE_URL: url, FASTI_DATA: data, ...over })
      expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) })
    }
    expect(await stateOf(url)).toEqual(before)
    expect(readdirSync(data).filter((name) => name !== 'mail')).toEqual(['key'])

    // A restore that fails on its way takes back its changes.
    const broken = await dumpOf(folder, 'broken', 'drop table publisher_revision', url)
    const failed = await runFasti(['restore', broken], { DATABASE_URL: url, FASTI_DATA: data })
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/psql failed: .*ERROR: .*publisher_revision/),
    })
    expect(await stateOf(url)).toEqual(before)
    expect(readdirSync(data).filter((name) => name.includes('partial'))).toEqual([])

    // On a new machine no key is made that would not be the right one.
    const empty = await server.createDatabase()
    const fresh = join(folder, 'fresh')
    const ran = await runFasti(['restore', file], { DATABASE_URL: empty, FASTI_DATA: fresh })
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('FASTI_KEY') })
    expect(existsSync(fresh)).toBe(false)
    expect(await read(empty, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  it('keeps a spread database spread, and makes a plain one of it elsewhere', async () => {
    const { url, file, folder, data, run } = await backedUp()
    const client = new pg.Client(url)
    await client.connect()
    await pretendCitus(client)
    const script = CITUS_SCRIPT.split('\n').filter((line) => line.startsWith('select create_'))
    await client.query(script.join('\n'))
    await client.end()
    const spread = () => read(url, 'select logicalrelid::text as name, way from pg_dist_partition order by 1')
    const before = await spread()
    expect(before).toHaveLength(DISTRIBUTED.length + REFERENCE.length)
    const ofSpread = join(folder, 'spread.dump')
    await run('backup', ofSpread)
    for (const dump of [file, ofSpread]) {
      await run('restore', dump)
      expect(await spread()).toEqual(before)
      expect(await read(url, 'select email from publisher')).toEqual([{ email: 'one@club.example' }])
    }
    const doctor = async () => (await runFasti(['doctor'], { DATABASE_URL: url, FASTI_DATA: data })).stdout
    expect(await doctor()).toContain(`${before.length} of ${before.length} tables are spread`)
    await read(url, `delete from pg_catalog.spread_table where id = 'event'::regclass`)
    expect(await doctor()).toContain('tables are spread over nodes, but not event')

    const plain = await server.createDatabase()
    const key = readFileSync(join(folder, 'data/key'), 'utf8').trim()
    const ran = await runFasti(['restore', ofSpread], {
      DATABASE_URL: plain,
      FASTI_DATA: join(folder, 'plain'),
      FASTI_KEY: key,
    })
    expect(ran.code, ran.stderr).toBe(0)
    expect(await read(plain, 'select email from publisher')).toEqual([{ email: 'one@club.example' }])
  })

  async function backedUp() {
    const folder = await dataFolder()
    const data = join(folder, 'data')
    const url = await server.createDatabase()
    const file = join(folder, 'copy.dump')
    const run = async (...args: string[]) => {
      const ran = await runFasti(args, { DATABASE_URL: url, FASTI_DATA: data })
      expect(ran.code, ran.stderr).toBe(0)
      return ran
    }
    await run('publisher', 'create', '--email', 'one@club.example', '--company', 'One')
    for (const [table, values] of Object.entries(ALERT_ROWS))
      await read(url, `insert into ${table} values (${values})`)
    await run('backup', file)
    return { url, file, folder, data, run }
  }

  /** A dump of a database, or of a copy of one, in which a statement was run. */
  async function dumpOf(folder: string, name: string, statement: string, template?: string): Promise<string> {
    const url = await server.createDatabase()
    const file = join(folder, `${name}.dump`)
    if (template) pipe(`pg_dump "${template}" | psql --quiet "${url}"`)
    await read(url, statement)
    pipe(`pg_dump --format=custom --file="${file}" "${url}"`)
    return file
  }
})

function pipe(command: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

async function read(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement).finally(() => client.end())
  return rows
}

async function stateOf(url: string) {
  return [
    await read(url, 'select * from publisher_revision order by publisher_id'),
    await read(url, 'select * from service order by name'),
    await read(url, 'select * from publisher order by publisher_id'),
  ]
}
