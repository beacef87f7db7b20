import { sql } from 'kysely'
import { type Db, isSqlite } from './database.ts'
import { transact, withRetries } from './transact.ts'

/**
 * Runs a transaction whose commit does not wait for the disk: for changes that a power failure may lose. It
 * is still atomic, in the order of commits, and survives a crash of the service.
 */
export async function transactUnsynced<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (!isSqlite(db)) {
    return transact(db, async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx)
      return work(tx)
    })
  }
  // The connection is released between attempts, so that others in this process can use it.
  return withRetries(() =>
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
