import type { Db } from './database.ts'

/** What the installation remembers under a name; `make` gives the value the first time, whoever comes first. */
export async function rememberedValue(db: Db, name: string, make: () => string): Promise<string> {
  const find = () => db.selectFrom('service').select('value').where('name', '=', name).executeTakeFirst()
  const found = await find()
  if (found) return found.value
  await db
    .insertInto('service')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await find())!.value
}
