import type { Db } from '../db/database.ts'

/** No index leads to private events, so only so many are read. */
const NEWEST = 1000

/** Returns whether a private event is among the publisher's newest thousand events. */
export async function hasRecentPrivateEvents(db: Db, publisherId: number): Promise<boolean> {
  const found = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('event')
        .select('private')
        .where('publisher_id', '=', publisherId)
        .orderBy('id', 'desc')
        .limit(NEWEST)
        .as('newest'),
    )
    .select('private')
    .where('private', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
