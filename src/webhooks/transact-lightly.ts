import { sql } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import { retried, transact } from '../db/transact.ts'

/**
 * Like `transact`, for what need not outlast a power failure: the commit does not wait for the disk. All or
 * nothing, in the order of commits, and safe from a crash of the service it is all the same.
 */
export async function transactLightly<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (!isSqlite(db)) {
    return transact(db, async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx)
      return work(tx)
    })
  }
  // Waiting for a turn is outside of the connection, which others of this process can have meanwhile.
  return retried(() =>
    db.connection().execute(async (connection) => {
      await sql`pragma synchronous = normal`.execute(connection)
      try {
        return await connection.transaction().execute(work)
      } finally {
        await sql`pragma synchronous = full`.execute(connection)
      }
    }),
  )
}
