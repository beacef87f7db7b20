// Writes the dumps of a release, one for each database: node scripts/run.mjs proofs/schemas/write.ts. The release is
// the version in package.json. A dump that exists stays as it is: it is what was released.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { workFolder } from '../../bench/work-folder.ts'
import { migrate } from '../../src/db/migrations/index.ts'
import { openSqlite } from '../../src/db/sqlite.ts'
import type { Tables } from '../../src/db/tables/index.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { dumpFile, type Kind } from './dumps.ts'
import { type Filled, fillOneOfEverything, type Row } from './one-of-everything.ts'

const PACKAGE = new URL('../../package.json', import.meta.url)
const { version: RELEASE } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }

async function writeMissing(): Promise<void> {
  using folder = workFolder()
  const filled = await fillOneOfEverything()
  const postgres = await startPostgres()
  try {
    const database = openSqlite(join(folder.path, 'empty.db'))
    await write('sqlite', filled, new SqliteDialect({ database }))
    const pool = new pg.Pool({ connectionString: await postgres.createDatabase(), max: 1 })
    await write('postgres', filled, new PostgresDialect({ pool }))
  } finally {
    await postgres.stop()
  }
}

/** Runs the migrations on an empty database and writes down their statements, followed by the rows. */
async function write(kind: Kind, { facts, rows }: Filled, dialect: Dialect): Promise<void> {
  const file = dumpFile(RELEASE, kind)
  if (existsSync(file)) return
  const statements: string[] = []
  const db = new Kysely<Tables>({
    dialect,
    log: ({ level, query: { sql, parameters } }) => {
      const changes = /^\s*(create|alter|drop|insert|update|delete) /i.test(sql)
      if (level === 'query' && changes) statements.push(inlined(sql, parameters))
    },
  })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
  for (const [table, all] of rows) statements.push(...all.map((row) => insertion(table, row, kind)))
  writeFileSync(file, `-- ${JSON.stringify(facts)}\n${statements.map((text) => `${text};\n`).join('')}`)
  console.error(file)
}

function insertion(table: string, row: Row, kind: Kind): string {
  const names = Object.keys(row)
  const values = names.map((name) => literal(row[name], kind))
  return `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${values.join(', ')})`
}

/** A statement with its parameters in it. */
function inlined(sql: string, parameters: readonly unknown[]): string {
  let next = 0
  return sql.replace(/\?|\$(\d+)/g, (_, number: string | undefined) =>
    literal(parameters[number ? Number(number) - 1 : next++]),
  )
}

function literal(value: unknown, kind?: Kind): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (value instanceof Uint8Array) {
    const hex = Buffer.from(value).toString('hex')
    return kind === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`
  }
  return `'${(value as string).replaceAll("'", "''")}'`
}

await writeMissing()
