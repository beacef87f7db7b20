import type { Db } from './database.ts'

/** What the installation remembers under a name; `make` gives the value the first time, whoever comes first. */
export async function rememberedValue(db: Db, name: string, make: () => string): Promise<string> {
  const found = await findServiceValue(db, name)
  if (found !== undefined) return found
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
