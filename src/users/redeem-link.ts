import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { invalid } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { hashNewPassword, replacePassword } from './change-password.ts'
import { getLinkOfUser } from './opened-link.ts'
import { linkExpired, type SignInLink, takeLink } from './sign-in-link.ts'
import {
  type Arrival,
  lockUser,
  reportRefusedCode,
  requireTotp,
  type SignedIn,
  startSession,
} from './start-session.ts'
import { requireUserTurn } from './throttle.ts'
import type { User } from './user.ts'

/**
 * Signs in with the token of a mailed link, which works once. An invitation may set a password; a reset must,
 * and ends all sessions.
 */
export async function redeemLink(
  ctx: Pick<AppContext, 'db' | 'now' | 'database'>,
  input: { token: string; password?: string | undefined; totp?: string | undefined },
  arrival: Arrival,
): Promise<SignedIn> {
  const now = ctx.now()
  const { link, user } = await getLinkOfUser(ctx.db, input.token, now)
  if (user.totpConfirmed) await requireUserTurn(ctx, `link ${user.id}`)
  const hash = await newPasswordOf(ctx, link, user, input.password)
  return transact(ctx.db, async (tx) => {
    const current = await lockUser(tx, user, now)
    if (!current || !(await takeLink(tx, link))) throw linkExpired()
    await requireTotp(tx, current, input.totp, now)
    if (hash !== undefined) await replacePassword(tx, current, hash, arrival.requestId, now)
    const changed = { ...current, passwordHash: hash ?? current.passwordHash }
    return startSession(tx, changed, link.purpose, arrival, now)
  }).catch((error: unknown) => reportRefusedCode(error, user, input.totp, arrival))
}

async function newPasswordOf(
  ctx: OperationContext,
  { purpose }: SignInLink,
  user: User,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) {
    if (purpose === 'reset') throw invalid({ password: 'Password is required' })
    return undefined
  }
  if (purpose === 'sign-in')
    throw invalid({ password: 'Password can be set by an invitation or a reset link' })
  const { company } = await getPublisher(ctx.db, user.publisherId)
  return hashNewPassword(password, [user.email, company], user.id)
}
