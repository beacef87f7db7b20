import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isUnreachable } from '../db/transact.ts'
import { pause } from '../pause.ts'
import { isSealed, type Place, type Sealer } from './sealer.ts'

/** A column with secrets. The associated data is `<table>.<column>` and the primary key. */
interface SecretColumn {
  table: string
  key: string[]
  column: string
  /** Only rows with these values contain a secret. */
  only?: Record<string, string>
}

/** All columns that the stores seal. */
export const SECRET_COLUMNS: SecretColumn[] = [
  { table: 'api_key', key: ['publisher_id', 'key'], column: 'secret' },
  { table: 'callback', key: ['publisher_id', 'id'], column: 'signing_secret' },
  { table: 'callback', key: ['publisher_id', 'id'], column: 'encryption_secret' },
  { table: 'user', key: ['publisher_id', 'id'], column: 'totp_secret' },
  { table: 'import_source', key: ['publisher_id', 'id'], column: 'name', only: { kind: 'address' } },
  { table: 'source', key: ['publisher_id', 'id'], column: 'address' },
  { table: 'push_subscription', key: ['publisher_id', 'id'], column: 'target' },
  { table: 'push_registration', key: ['publisher_id', 'id'], column: 'target' },
  {
    table: 'provider_credentials',
    key: ['publisher_id', 'provider', 'client_id'],
    column: 'client_secret',
  },
  { table: 'push_grant', key: ['publisher_id', 'id'], column: 'tokens' },
  { table: 'service', key: ['name'], column: 'value', only: { name: 'link-key' } },
  { table: 'service', key: ['name'], column: 'value', only: { name: 'device-key' } },
  { table: 'service', key: ['name'], column: 'value', only: { name: 'vapid-key' } },
  { table: 'service', key: ['name'], column: 'value', only: { name: 'seal-check' } },
]
const SLICE = 500

type Row = Record<string, string | number>

/**
 * Seals secrets that are plain text, from an older release, or sealed with an older key, with the first key.
 * If it is interrupted, the next start continues. Returns the tables that it could not read: a node of a spread database
 * is away. Its publishers wait for the next start; no other has to.
 */
export async function sealStored(db: Db, sealer: Sealer): Promise<string[]> {
  const left = new Set<string>()
  for (const column of SECRET_COLUMNS) {
    try {
      await sealColumn(db, column, sealer)
    } catch (error) {
      if (column.table === 'service' || !isUnreachable(error)) throw error
      left.add(column.table)
    }
  }
  return [...left]
}

async function sealColumn(db: Db, column: SecretColumn, sealer: Sealer): Promise<void> {
  for (;;) {
    const rows = await unsealedRows(db, column, sealer.prefix)
    for (const row of rows) await sealRow(db, column, row, sealer)
    if (rows.length < SLICE) return
    await pause()
  }
}

async function unsealedRows(db: Db, { table, key, column, only = {} }: SecretColumn, prefix: string) {
  const names = [...new Set([...key, column])].map((name) => sql.ref(name))
  const conditions = Object.entries(only).map(([name, value]) => sql`and ${sql.ref(name)} = ${value}`)
  const { rows } = await sql<Row>`
    select ${sql.join(names)} from ${sql.table(table)}
    where ${sql.ref(column)} <> '' and ${sql.ref(column)} not like ${`${prefix}%`}
    ${sql.join(conditions, sql` `)} limit ${sql.lit(SLICE)}`.execute(db)
  return rows
}

/** Updates a row only if it still has the value that was read: it may have been changed meanwhile. */
async function sealRow(db: Db, { table, key, column }: SecretColumn, row: Row, sealer: Sealer) {
  const place: Place = [`${table}.${column}`, ...key.map((name) => row[name]!)]
  const stored = String(row[column])
  const sealed = sealer.seal(place, isSealed(stored) ? sealer.open(place, stored) : stored)
  const isRow = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`)
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
    where ${sql.join(isRow, sql` and `)} and ${sql.ref(column)} = ${stored}`.execute(db)
}
