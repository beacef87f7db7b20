import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { hashNewPassword, replacePassword } from './change-password.ts'
import { findLink, type SignInLink, takeLink } from './sign-in-link.ts'
import {
  type Arrival,
  lockUser,
  requireTotp,
  type SignedIn,
  startSession,
  tellRefusedCode,
} from './start-session.ts'
import { requirePersonTurn } from './throttle.ts'
import type { User } from './user.ts'
import { findUser } from './user-store.ts'

/**
 * Signs in by the token of a mailed link, once. An invitation may bring a password along, and a reset has to:
 * it ends whatever sessions there were.
 */
export async function redeemLink(
  ctx: AppContext,
  given: { token: string; password?: string | undefined; totp?: string | undefined },
  arrival: Arrival,
): Promise<SignedIn> {
  const now = ctx.now()
  const link = await findLink(ctx.db, given.token, now)
  const user = link?.userId ? await findUser(ctx.db, link.publisherId, link.userId) : undefined
  if (!link || !user || user.disabled) throw useless()
  if (user.totpConfirmed) await requirePersonTurn(ctx, `link ${user.id}`)
  const hash = await newPasswordOf(ctx, link, user, given.password)
  return transact(ctx.db, async (tx) => {
    const current = await lockUser(tx, user, now)
    if (!current || !(await takeLink(tx, link))) throw useless()
    await requireTotp(tx, current, given.totp, now)
    if (hash !== undefined) await replacePassword(tx, current, hash, arrival.requestId, now)
    const changed = { ...current, passwordHash: hash ?? current.passwordHash }
    return startSession(tx, changed, link.purpose, arrival, now)
  }).catch((error: unknown) => tellRefusedCode(error, user, given.totp, arrival))
}

async function newPasswordOf(
  ctx: AppContext,
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

function useless(): AppError {
  return new AppError('forbidden', 'This link was used or is too old. Ask for a new one.')
}
