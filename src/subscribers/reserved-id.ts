import type { Db } from '../db/database.ts'
import { findErased } from './erased-store.ts'
import { reservedIds } from './link-request-store.ts'
import { emailKey } from './subscriber.ts'
import { findSubscriber } from './subscriber-store.ts'

/** Returns the id that is kept for an address with pending requests; undefined if there is none. */
export async function findReservedId(
  db: Db,
  publisherId: number,
  email: string,
): Promise<string | undefined> {
  const key = emailKey(email)
  const id = (await reservedIds(db, publisherId, [key])).get(key)
  return id !== undefined && (await isFreeId(db, publisherId, id)) ? id : undefined
}

/** Returns whether nobody has an id: an import may have used a reserved one for somebody else. */
export async function isFreeId(db: Db, publisherId: number, id: string): Promise<boolean> {
  return !(await findSubscriber(db, publisherId, id)) && !(await findErased(db, publisherId, id))
}
