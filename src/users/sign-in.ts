import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import type { HashingFor } from './hashing-queue.ts'
import { isPassword } from './password.ts'
import {
  type Arrival,
  lockUser,
  requireTotp,
  type SignedIn,
  startSession,
  tellRefusedCode,
} from './start-session.ts'
import { findUserByEmail } from './user-store.ts'

/**
 * Signs in by e-mail and password. The answer and its time are the same whether or not the e-mail is known. `whom`:
 * in whose turn the password is hashed.
 */
export async function signIn(
  ctx: AppContext,
  given: { email: string; password: string; totp?: string | undefined },
  whom: HashingFor,
  arrival: Arrival,
): Promise<SignedIn> {
  const found = await findUserByEmail(ctx.db, given.email)
  const user = found?.disabled ? undefined : found
  const right = await isPassword(given.password, user?.passwordHash, whom)
  if (!user || !right) {
    if (found) arrival.refused?.(found, found.disabled ? 'switched off' : 'password')
    throw wrong()
  }
  const now = ctx.now()
  return transact(ctx.db, async (tx) => {
    const current = await lockUser(tx, user, now)
    if (!current) throw wrong()
    await requireTotp(tx, current, given.totp, now)
    return startSession(tx, current, 'password', arrival, now)
  }).catch((error: unknown) => tellRefusedCode(error, user, given.totp, arrival))
}

function wrong(): AppError {
  return new AppError('signed_out', 'E-mail or password is wrong')
}
