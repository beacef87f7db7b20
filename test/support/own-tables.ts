import type { Db } from '../../src/db/database.ts'

/** Lists the tables of Fasti, without those of extensions, and without views. */
export async function ownTables(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(({ schema, isView }) => !isView && (schema === undefined || schema === 'public'))
    .map(({ name }) => name)
}
