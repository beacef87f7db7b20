import type { Db } from './database.ts'

/**
 * Returns the installation's value with this name. The first call, in any process, stores the result of
 * `make`.
 */
export async function ensureServiceValue(db: Db, name: string, make: () => string): Promise<string> {
  const stored = await findServiceValue(db, name)
  if (stored !== undefined) return stored
  await db
    .insertInto('service')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findServiceValue(db, name))!
}

export async function findServiceValue(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('service').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
