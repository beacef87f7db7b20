import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { SessionTable } from '../db/tables/user.ts'
import { IDLE_MS, type Session } from './session.ts'

export async function findSession(
  db: Db,
  publisherId: number,
  tokenHash: string,
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('session')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && toSession(row)
}

export async function insertSession(tx: Db, session: Session): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      publisher_id: session.publisherId,
      token_hash: session.tokenHash,
      user_id: session.userId,
      created: session.created,
      last_seen: session.lastSeen,
      expires: session.expires,
      user_agent: session.userAgent,
    })
    .execute()
}

export async function updateLastSeen(db: Db, session: Session, at: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen: at })
    .where('publisher_id', '=', session.publisherId)
    .where('token_hash', '=', session.tokenHash)
    .execute()
}

export async function deleteSession(tx: Db, publisherId: number, tokenHash: string): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('publisher_id', '=', publisherId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteSessionsOf(tx: Db, publisherId: number, userId: string): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
    .execute()
}

/** Ends all sessions of a user except one. Returns their number. */
export async function deleteOtherSessions(
  tx: Db,
  publisherId: number,
  userId: string,
  kept: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
    .where('token_hash', '!=', kept)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes expired sessions and links: of one publisher, or of all. */
export async function deleteExpiredSessions(db: Db, now: number, publisherId?: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires', '<=', now), eb('last_seen', '<=', now - IDLE_MS)]))
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
  await db
    .deleteFrom('sign_in_link')
    .where('expires', '<=', now)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId!))
    .execute()
}

function toSession(row: Selectable<SessionTable>): Session {
  return {
    publisherId: row.publisher_id,
    tokenHash: row.token_hash,
    userId: row.user_id,
    created: row.created,
    lastSeen: row.last_seen,
    expires: row.expires,
    userAgent: row.user_agent,
  }
}
