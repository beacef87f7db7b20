import { setImmediate as breath } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const SLICE = 2000
const ERASED = '(erased)'

/**
 * Takes an id out of a publisher's log of requests, slice by slice. Addresses of requests whose signature was refused
 * are kept as they came, and may name the person otherwise: all go that have the id or any e-mail in them.
 */
export async function forgetInRequests(db: Db, publisherId: number, id: string): Promise<void> {
  const without = (column: string) => sql`replace(${sql.ref(column)}, ${id}, ${ERASED})`
  const like = `%${id}%`
  for (let after = ''; ; await breath()) {
    const rows = await db
      .selectFrom('request_log')
      .select('id')
      .where('publisher_id', '=', publisherId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute()
    const last = rows.at(-1)?.id
    if (last === undefined) return
    await sql`
      update request_log set path = ${without('path')}, reason = ${without('reason')}, errors = ${without('errors')}
      where publisher_id = ${publisherId} and id > ${after} and id <= ${last}
        and (path like ${like} or reason like ${like} or errors like ${like})`.execute(db)
    await sql`
      update request_log set url = null, body_sha256 = null, body_bytes = null
      where publisher_id = ${publisherId} and id > ${after} and id <= ${last}
        and (url like ${like} or url like '%@%' or url like '%!%40%' escape '!')`.execute(db)
    if (rows.length < SLICE) return
    after = last
  }
}
