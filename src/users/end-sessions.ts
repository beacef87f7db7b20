import type { Db } from '../db/database.ts'
import { type Actor, audit } from './audit.ts'
import { deleteOtherSessions } from './session-store.ts'
import { deleteLinksOf } from './sign-in-link.ts'
import type { User } from './user.ts'

/** Ends every session of a person but the one of this browser, and the links that would begin another. */
export async function endOtherSessions(tx: Db, actor: Actor, user: User, kept: string): Promise<void> {
  const ended = await deleteOtherSessions(tx, user.publisherId, user.id, kept)
  await deleteLinksOf(tx, user.publisherId, user.id)
  await audit(tx, actor, 'session.end-others', { kind: 'person', id: user.id }, null, { ended })
}
