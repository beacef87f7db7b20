import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { audited } from './audit.ts'
import { hashPassword, isPassword } from './password.ts'
import { passwordFault } from './password-rules.ts'
import { deleteSessionsOf } from './session-store.ts'
import { deleteLinksOf } from './sign-in-link.ts'
import { actorOf, type Arrival, lockUser, type SignedIn, startSession } from './start-session.ts'
import { requireUserTurn } from './throttle.ts'
import type { User } from './user.ts'
import { updatePassword } from './user-store.ts'

/**
 * Checks a new password against the rules and hashes it. `about`: public facts about its owner, which a
 * password must not consist of. `userId`: the id of the user, who has proved a session or a link.
 */
export async function hashNewPassword(password: string, about: string[], userId: string): Promise<string> {
  const fault = passwordFault(password, about)
  if (fault) throw invalid({ password: `Password must ${fault}` }, 'password_weak')
  return hashPassword(password, { lane: 'known', source: userId })
}

/** Stores a password, and ends all sessions and links of the user. */
export async function replacePassword(
  tx: Db,
  user: User,
  hash: string,
  requestId: string,
  now: number,
): Promise<void> {
  await audited({ db: tx }, actorOf(user, requestId, now), 'person.password', async ({ db }) => {
    await updatePassword(db, user, hash)
    await deleteSessionsOf(db, user.publisherId, user.id)
    await deleteLinksOf(db, user.publisherId, user.id)
    return {
      result: undefined,
      subject: { kind: 'person', id: user.id },
      before: { passwordHash: user.passwordHash },
      after: { passwordHash: hash },
    }
  })
}

/** Changes the user's own password. All other sessions end, and this browser gets a new one. */
export async function changeOwnPassword(
  ctx: Pick<AppContext, 'db' | 'now' | 'database'>,
  user: User,
  input: { current?: string | undefined; password: string },
  arrival: Arrival,
): Promise<SignedIn> {
  if (user.passwordHash !== null) await requireOwnPassword(ctx, user, input.current ?? '', 'current')
  const { company } = await getPublisher(ctx.db, user.publisherId)
  const hash = await hashNewPassword(input.password, [user.email, company], user.id)
  const now = ctx.now()
  return transact(ctx.db, async (tx) => {
    const current = await lockUser(tx, user, now)
    if (!current)
      throw new AppError('conflict', 'The password was just changed elsewhere', { kind: 'changed_meanwhile' })
    await replacePassword(tx, current, hash, arrival.requestId, now)
    return startSession(tx, { ...current, passwordHash: hash }, 'password', arrival, now)
  })
}

/** Checks the password of a signed-in user again: someone else may be using the open browser. */
export async function requireOwnPassword(
  ctx: Pick<AppContext, 'db' | 'now' | 'database'>,
  user: User,
  password: string,
  field: string,
): Promise<void> {
  if (user.passwordHash === null)
    throw new AppError('conflict', 'Set a password first', { kind: 'no_password' })
  await requireUserTurn(ctx, `password ${user.id}`)
  if (await isPassword(password, user.passwordHash, { lane: 'known', source: user.id })) return
  throw invalid({ [field]: 'Password is wrong' }, 'password_wrong')
}
