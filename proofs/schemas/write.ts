// Writes the dumps that are missing: node proofs/schemas/write.ts. Each release adds one for each database; those
// that are there stay as they are, for they are what was released.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { workFolder } from '../../bench/work-folder.ts'
import { MIGRATIONS } from '../../src/db/migrations/index.ts'
import { openSqlite } from '../../src/db/sqlite.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { dumpFile } from './dumps.ts'
import { type Filled, fillOneOfEverything, type Row } from './one-of-everything.ts'

const VERSIONS = Object.keys(MIGRATIONS)
/** From this one on secrets are sealed. */
const SEALED_SINCE = '007-hardening'

type AnyDb = Kysely<Record<string, never>>

async function writeMissing(): Promise<void> {
  using folder = workFolder()
  const filled = await fillOneOfEverything()
  const postgres = await startPostgres()
  try {
    for (const version of VERSIONS) {
      await write(version, 'sqlite', filled, () => openPlainSqlite(join(folder.path, `${version}.db`)))
      const pool = async () => new pg.Pool({ connectionString: await postgres.createDatabase(), max: 1 })
      await write(version, 'postgres', filled, async () => new PostgresDialect({ pool: await pool() }))
    }
  } finally {
    await postgres.stop()
  }
}

class OneByOne extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

function openPlainSqlite(file: string): Promise<SqliteDialect> {
  const dialect = new SqliteDialect({ database: openSqlite(file) })
  dialect.createAdapter = () => new OneByOne()
  return Promise.resolve(dialect)
}

async function write(
  version: string,
  kind: 'sqlite' | 'postgres',
  { facts, rows, plainRows }: Filled,
  dialect: () => Promise<SqliteDialect | PostgresDialect>,
): Promise<void> {
  const file = dumpFile(version, kind)
  if (existsSync(file)) return
  const statements: string[] = []
  const db: AnyDb = new Kysely({
    dialect: await dialect(),
    log: ({ level, query: { sql, parameters } }) => {
      const changes = /^\s*(create|alter|drop|insert|update|delete) /i.test(sql)
      if (level === 'query' && changes) statements.push(inlined(sql, parameters))
    },
  })
  try {
    await migrateTo(db, version)
    const tables = await db.introspection.getTables()
    const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
    const all = version < SEALED_SINCE ? plainRows : rows
    const made = [...all.keys()].filter((table) => columnsOf.has(table))
    statements.push(
      ...made.flatMap((table) =>
        all.get(table)!.map((row) => insertion(table, row, columnsOf.get(table)!, kind)),
      ),
    )
    writeFileSync(file, `-- ${JSON.stringify(facts)}\n${statements.map((text) => `${text};\n`).join('')}`)
    console.error(file)
  } finally {
    await db.destroy()
  }
}

async function migrateTo(db: AnyDb, version: string): Promise<void> {
  const some = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= version))
  const provider = { getMigrations: () => Promise.resolve(some) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error as Error
}

function insertion(table: string, row: Row, columns: string[], kind: string): string {
  const names = Object.keys(row).filter((name) => columns.includes(name))
  const values = names.map((name) => literal(row[name], kind))
  return `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${values.join(', ')})`
}

/** A statement with its parameters in it. */
function inlined(sql: string, parameters: readonly unknown[]): string {
  let next = 0
  return sql.replace(/\?|\$(\d+)/g, (_, number: string | undefined) =>
    literal(parameters[number ? Number(number) - 1 : next++], ''),
  )
}

function literal(value: unknown, kind: string): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (value instanceof Uint8Array) {
    const hex = Buffer.from(value).toString('hex')
    return kind === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`
  }
  return `'${(value as string).replaceAll("'", "''")}'`
}

await writeMissing()
