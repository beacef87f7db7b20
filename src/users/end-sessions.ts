import type { Db } from '../db/database.ts'
import { type Actor, audited } from './audit.ts'
import { deleteOtherSessions } from './session-store.ts'
import { deleteLinksOf } from './sign-in-link.ts'
import type { User } from './user.ts'

/** Ends all sessions of a user except this browser's, and the links that could start another. */
export async function endOtherSessions(db: Db, actor: Actor, user: User, kept: string): Promise<void> {
  const { publisherId, id } = user
  await audited({ db }, actor, 'session.end-others', async (within) => {
    const ended = await deleteOtherSessions(within.db, publisherId, id, kept)
    await deleteLinksOf(within.db, publisherId, id)
    return { result: undefined, subject: { kind: 'person', id }, after: { ended } }
  })
}
