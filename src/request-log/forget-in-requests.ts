import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pause } from '../pause.ts'

const SLICE = 2000
const ERASED = '(erased)'

/**
 * Erases a subscriber's id from a publisher's request log, in slices. The full URLs that are kept for refused
 * signatures may identify the subscriber in other ways, so all URLs that contain the id or any e-mail address are
 * deleted.
 */
export async function forgetInRequests(db: Db, publisherId: number, id: string): Promise<void> {
  const without = (column: string) => sql`replace(${sql.ref(column)}, ${id}, ${ERASED})`
  const like = `%${id}%`
  for (let after = ''; ; await pause()) {
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
