import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import type { HashingFor } from './hashing-queue.ts'
import { isPassword } from './password.ts'
import {
  type Arrival,
  lockUser,
  reportRefusedCode,
  requireTotp,
  type SignedIn,
  startSession,
} from './start-session.ts'
import { findUserByEmail } from './user-store.ts'

/**
 * Signs in with e-mail and password. Response and timing are the same whether or not the address exists.
 * `whom`: the source for the hashing queue.
 */
export async function signIn(
  ctx: OperationContext,
  input: { email: string; password: string; totp?: string | undefined },
  whom: HashingFor,
  arrival: Arrival,
): Promise<SignedIn> {
  const found = await findUserByEmail(ctx.db, input.email)
  const user = found?.disabled ? undefined : found
  const matches = await isPassword(input.password, user?.passwordHash, whom)
  if (!user || !matches) {
    if (found) arrival.refused?.(found, found.disabled ? 'switched off' : 'password')
    throw wrongCredentials()
  }
  const now = ctx.now()
  return transact(ctx.db, async (tx) => {
    const current = await lockUser(tx, user, now)
    if (!current) throw wrongCredentials()
    await requireTotp(tx, current, input.totp, now)
    return startSession(tx, current, 'password', arrival, now)
  }).catch((error: unknown) => reportRefusedCode(error, user, input.totp, arrival))
}

function wrongCredentials(): AppError {
  return new AppError('signed_out', 'E-mail or password is wrong', { kind: 'sign_in_wrong' })
}
