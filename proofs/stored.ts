import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** An event as the database has it. */
export interface Stored {
  id: string
  name: string
}

const STATEMENT = 'select reference, id, name from event where private = 1 and reference is not null'

/** All private events by reference, past the service: read from the database itself. `place`: a file or an address. */
export async function storedIn(place: string): Promise<Map<string, Stored>> {
  const rows = (await ask(place, STATEMENT)) as Record<string, string>[]
  return new Map(rows.map(({ reference, id, name }) => [reference!, { id: id!, name: name! }]))
}

/** SQLite's own check of a file: `ok`, or what is wrong. */
export async function integrityOf(file: string): Promise<string> {
  const rows = await ask(file, 'pragma integrity_check')
  return rows.map((row) => String(row.integrity_check)).join('; ')
}

/** Rows that a statement returns from a file of SQLite or a PostgreSQL address; `readOnly`: it changes nothing. */
export async function ask(
  place: string,
  statement: string,
  { readOnly } = { readOnly: true },
): Promise<Record<string, unknown>[]> {
  return place.startsWith('postgres') ? askPostgres(place, statement) : askSqlite(place, statement, readOnly)
}

function askSqlite(file: string, statement: string, readOnly: boolean): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  try {
    return database.prepare(statement).all()
  } finally {
    database.close()
  }
}

async function askPostgres(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  // A statement whose connection is lost fails; the client's own event of that would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
