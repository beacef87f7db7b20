import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { audit } from './audit.ts'
import { hashPassword, isPassword } from './password.ts'
import { passwordFault } from './password-rules.ts'
import { deleteSessionsOf } from './session-store.ts'
import { deleteLinksOf } from './sign-in-link.ts'
import { actorOf, type Arrival, lockUser, type SignedIn, startSession } from './start-session.ts'
import { requirePersonTurn } from './throttle.ts'
import type { User } from './user.ts'
import { updatePassword } from './user-store.ts'

/**
 * Checks a new password by the rules and hashes it. `about`: what everybody knows of its owner. `person`: by whom it
 * is chosen, who has shown a session or a link.
 */
export async function hashNewPassword(password: string, about: string[], person: string): Promise<string> {
  const fault = passwordFault(password, about)
  if (fault) throw invalid({ password: `Password must ${fault}` })
  return hashPassword(password, { lane: 'known', source: person })
}

/** Stores a password, and ends every session and link of the person. */
export async function replacePassword(
  tx: Db,
  user: User,
  hash: string,
  requestId: string,
  now: number,
): Promise<void> {
  await updatePassword(tx, user, hash)
  await deleteSessionsOf(tx, user.publisherId, user.id)
  await deleteLinksOf(tx, user.publisherId, user.id)
  const subject = { kind: 'person', id: user.id }
  const was = { passwordHash: user.passwordHash }
  await audit(tx, actorOf(user, requestId, now), 'person.password', subject, was, { passwordHash: hash })
}

/** Changes one's own password. Other sessions end; this browser gets a new one. */
export async function changeOwnPassword(
  ctx: AppContext,
  user: User,
  given: { current?: string | undefined; password: string },
  arrival: Arrival,
): Promise<SignedIn> {
  if (user.passwordHash !== null) await requireOwnPassword(ctx, user, given.current ?? '', 'current')
  const { company } = await getPublisher(ctx.db, user.publisherId)
  const hash = await hashNewPassword(given.password, [user.email, company], user.id)
  const now = ctx.now()
  return transact(ctx.db, async (tx) => {
    const current = await lockUser(tx, user, now)
    if (!current) throw new AppError('conflict', 'The password was just changed elsewhere')
    await replacePassword(tx, current, hash, arrival.requestId, now)
    return startSession(tx, { ...current, passwordHash: hash }, 'password', arrival, now)
  })
}

/** Asks once more for the password of who is signed in: the browser may stand open. */
export async function requireOwnPassword(
  ctx: AppContext,
  user: User,
  password: string,
  field: string,
): Promise<void> {
  if (user.passwordHash === null) throw new AppError('conflict', 'Set a password first')
  await requirePersonTurn(ctx, `password ${user.id}`)
  if (await isPassword(password, user.passwordHash, { lane: 'known', source: user.id })) return
  throw invalid({ [field]: 'Password is wrong' })
}
