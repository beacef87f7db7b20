import type { SelectQueryBuilder } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables/index.ts'

/** A bounded count. `more`: there are more than `value`. */
export interface Counted {
  value: number
  more: boolean
}

/** Counts the rows of a query up to `most`, since there may be a million. */
export async function countUpTo<DB extends Tables, T extends keyof DB & string, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, T, Row>,
  most: number,
): Promise<Counted> {
  const { n } = await db
    .selectFrom(query.limit(most + 1).as('bounded'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const value = Number(n)
  return { value: Math.min(value, most), more: value > most }
}
