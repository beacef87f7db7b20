import { join } from 'node:path'
import { pino } from 'pino'
import { workFolder } from '../bench/work-folder.ts'
import { readConfig } from '../src/config.ts'
import { type AppContext, openContext } from '../src/context.ts'
import { ConfigError } from '../src/errors.ts'
import { buildServer } from '../src/http/server.ts'
import { isSealed } from '../src/seal/sealer.ts'
import { listCallbacks } from '../src/webhooks/callback-store.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { record, send, TestPublisher } from '../test/support/test-publisher.ts'
import { TestBrowser } from '../test/support/users.ts'
import { type Outcome, type Proof, together } from './proof.ts'
import { dumpedReleases, type Kind, loadDump } from './schemas/dumps.ts'
import { type Facts, KEY, type Row } from './schemas/one-of-everything.ts'
import { ask } from './stored.ts'

/** Opens a database of every release with this version. */
export const upgrade: Proof = {
  promise: 'a database of every earlier release opens with its data, one of a later release is left alone',
  times: 1,
  async run({ times }) {
    using folder = workFolder()
    const postgres = await startPostgres()
    let made = 0
    const newDatabase = async (kind: Kind) =>
      kind === 'postgres' ? postgres.createDatabase() : `sqlite:${join(folder.path, `${++made}.db`)}`
    try {
      const outcomes: Outcome[] = []
      for (let round = 0; round < times; round++) outcomes.push(await upgradeAll(newDatabase, folder.path))
      return together(outcomes)
    } finally {
      await postgres.stop()
    }
  },
}

/** `newDatabase` makes an empty one; `folder` is where the service may keep what it likes. */
export async function upgradeAll(
  newDatabase: (kind: Kind) => Promise<string>,
  folder: string,
  kinds: Kind[] = ['sqlite', 'postgres'],
): Promise<Outcome> {
  const broken: string[] = []
  let opened = 0
  let rows = 0
  for (const kind of kinds) {
    const envOfNew = async () => ({
      DATABASE_URL: await newDatabase(kind),
      FASTI_DATA: folder,
      FASTI_KEY: KEY.toString('base64'),
    })
    const empty = await envOfNew()
    await (await open(empty))[Symbol.asyncDispose]()
    const expected = await readSchema(empty)
    for (const release of dumpedReleases(kind)) {
      const note = (what: string) => broken.push(`${kind} of ${release}: ${what}`)
      const env = await envOfNew()
      const facts = await loadDump(release, kind, env.DATABASE_URL)
      rows += await compareRows(env, note)
      compareSchemas(await readSchema(env), expected, note)
      await useIt(env, facts, note)
      opened++
    }
    await refuseNewer(empty, (what) => broken.push(`${kind}: ${what}`))
  }
  return { figures: { 'databases opened': opened, 'rows compared': rows }, broken }
}

type Env = { DATABASE_URL: string; FASTI_DATA: string; FASTI_KEY: string }
type Note = (what: string) => void

/** Columns whose values a migration has put elsewhere, which tests of their own check. */
const MOVED = ['subscriber.rotations']

/** Every row that was there is there after the migrations, with the values it had. Answers how many there were. */
async function compareRows(env: Env, note: Note): Promise<number> {
  const before = await readAll(env)
  await (await open(env))[Symbol.asyncDispose]()
  const after = await readAll(env)
  let compared = 0
  for (const [table, rows] of before) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !MOVED.includes(`${table}.${column}`))
    const textOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]))
    const found = new Set((after.get(table) ?? []).map(textOf))
    // Only columns from before are compared: later schemas have more, which the first start may fill in.
    for (const row of rows) if (!found.has(textOf(row))) note(`${table} lost ${textOf(row).slice(0, 300)}`)
    compared += rows.length
  }
  if (compared < 20) note(`it has only ${compared} rows`)
  return compared
}

/** All tables of ours, read past the service. */
async function readAll(env: Env): Promise<Map<string, Row[]>> {
  const place = placeOf(env)
  const names = await ask(place, place.startsWith('postgres') ? POSTGRES_TABLES : SQLITE_TABLES)
  const all = new Map<string, Row[]>()
  for (const table of names.map(({ name }) => name as string).filter((name) => !name.startsWith('kysely')))
    all.set(table, (await ask(place, `select * from "${table}"`)) as Row[])
  return all
}

const SQLITE_TABLES = `select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
const POSTGRES_TABLES = `select table_name as name from information_schema.tables where table_schema = 'public'`

/** An upgraded database has the schema of a new one. It has another when a migration was changed after its release. */
function compareSchemas(upgraded: string[], expected: string[], note: Note): void {
  for (const line of upgraded.filter((line) => !expected.includes(line))) note(`a new database lacks ${line}`)
  for (const line of expected.filter((line) => !upgraded.includes(line))) note(`it lacks ${line}`)
}

/** A line for each column and index. */
async function readSchema(env: Env): Promise<string[]> {
  const place = placeOf(env)
  const rows = await ask(place, place.startsWith('postgres') ? POSTGRES_SCHEMA : SQLITE_SCHEMA)
  return rows.map((row) => Object.values(row).join(' '))
}

const SQLITE_SCHEMA = `
  select t.name as "table", c.name, c.type, c."notnull", c.dflt_value, c.pk
  from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'
  union all select tbl_name, name, sql, '', '', '' from sqlite_master where type = 'index'`
const POSTGRES_SCHEMA = `
  select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name)
  from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'`

/** The service runs on it: keys, links, passwords and secrets of then are good. */
async function useIt(env: Env, facts: Facts, note: Note): Promise<void> {
  await using ctx = await open(env)
  const app = await buildServer(ctx)
  try {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const { publisherId, apiKey: key, secret, widgetId } = facts
    const created = { publisher: { id: publisherId }, apiKey: { key, secret }, widgets: [{ id: widgetId }] }
    const club = new TestPublisher(url, created)
    const expect = (what: string, holds: boolean) => {
      if (!holds) note(what)
    }
    const feed = await send(url + facts.feedPath)
    expect(
      `the feed was answered ${feed.status}: ${feed.text.slice(0, 200)}`,
      ['City v Town', 'Your seat'].every((name) => feed.text.includes(name)),
    )
    const calendar = await club.get(`/calendar/${facts.calendarId}`)
    expect(`a signed request was answered ${calendar.text}`, calendar.text.includes('First team'))
    const events = [record(facts.svcId, { reference: 'kept' }), record(facts.svcId, { reference: 'new' })]
    const batch = await club.post('/batch/events', { type: 'private', events })
    expect(`a batch was answered ${batch.text}`, batch.body.added === 1 && batch.body.errors === 1)
    const stored = (await listCallbacks(ctx.db, publisherId)).find(({ id }) => id === facts.callbackId)
    expect('the secret of a callback is another', stored?.signingSecret === facts.callbackSecret)
    const browser = new TestBrowser({ url } as TestBrowser['app'])
    const session = await browser.post('/session', { email: facts.email, password: facts.password })
    expect(`to sign in was answered ${session.text}`, session.status === 200)
    const plain = (await ask(placeOf(env), 'select secret from api_key')).map((row) => row.secret as string)
    expect('a secret is not sealed', plain.length > 0 && plain.every(isSealed))
  } finally {
    await app.close()
  }
}

/** A database of a later release is refused with a line that says so, and nothing is changed in it. */
async function refuseNewer(env: Env, note: Note): Promise<void> {
  const mark = `insert into kysely_migration (name, timestamp) values ('999-newer', '2099-01-01T00:00:00Z')`
  await ask(placeOf(env), mark, { readOnly: false })
  const before = JSON.stringify([...(await readAll(env))])
  const refusal = await open(env).then(
    (ctx) => ctx[Symbol.asyncDispose]().then(() => 'nothing'),
    (error: Error) => `${error instanceof ConfigError ? '' : 'a fault: '}${error.message}`,
  )
  if (!/newer version of Fasti than this one \(999-newer\)$/.test(refusal))
    note(`of a newer one it says ${refusal}`)
  if (JSON.stringify([...(await readAll(env))]) !== before) note('a newer one was changed')
}

function open(env: Env): Promise<AppContext> {
  return openContext(readConfig(env), { log: pino({ level: 'silent' }) })
}

function placeOf({ DATABASE_URL: url }: Env): string {
  return url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : url
}
