import type { Db } from '../db/database.ts'
import { AppError, type RefusalKind } from '../errors.ts'
import { type Actor, audited } from './audit.ts'
import { isBackupCode, takeBackupCode } from './backup-codes.ts'
import { LONGEST_MS } from './session.ts'
import { insertSession } from './session-store.ts'
import { newToken, tokenHash } from './token.ts'
import { totpStep } from './totp.ts'
import type { User } from './user.ts'
import { findUser, takeTotpStep, updateLastSignIn } from './user-store.ts'

/** The request by which a user signs in. */
export interface Arrival {
  requestId: string
  /** `Firefox on Linux` */
  userAgent: string
  /** Called when a sign-in of a user is refused. It must not delay the response. */
  refused?: (user: User, reason: Refused) => void
}

export type Refused = 'password' | 'code' | 'switched off'

/** A user with a new session. Only the browser keeps the token. */
export interface SignedIn {
  user: User
  token: string
}

/** The user as the author of changes at their own publisher. */
export function actorOf(user: User, requestId: string, at: number): Actor {
  const { publisherId, id, email } = user
  return { publisherId, kind: 'user', id, name: email, homeId: publisherId, requestId, at }
}

/**
 * Locks the user's row until the commit, so that the user can't be disabled and the password can't change
 * meanwhile, and reads it again. Returns undefined if either has just happened.
 */
export async function lockUser(tx: Db, user: User, now: number): Promise<User | undefined> {
  await updateLastSignIn(tx, user, now)
  const current = await findUser(tx, user.publisherId, user.id)
  return current && !current.disabled && current.passwordHash === user.passwordHash ? current : undefined
}

/**
 * Throws unless the code of the second step, or a backup code, is valid, if the user has set up codes. Each
 * code works once.
 */
export async function requireTotp(tx: Db, user: User, code: string | undefined, now: number): Promise<void> {
  if (!user.totpConfirmed || user.totpSecret === null) return
  if (!code) throw codeRefused('A sign-in code is needed', 'Sign-in code is required', 'code_missing')
  if (isBackupCode(code) && (await takeBackupCode(tx, user, code))) return
  const step = totpStep(user.totpSecret, code, now)
  if (step === undefined || !(await takeTotpStep(tx, user, step)))
    throw codeRefused('The sign-in code is wrong', 'Sign-in code is wrong or was used already', 'code_wrong')
}

/** Reports a wrong code to `arrival.refused`, and throws the error again. */
export function reportRefusedCode(
  error: unknown,
  user: User,
  code: string | undefined,
  arrival: Arrival,
): never {
  if (code && error instanceof AppError && error.fields?.totp) arrival.refused?.(user, 'code')
  throw error
}

function codeRefused(message: string, field: string, kind: RefusalKind): AppError {
  return new AppError('signed_out', message, { fields: { totp: field }, kind })
}

/** Starts a session with a new token, and records it in the audit log. `by`: the means of sign-in. */
export function startSession(
  tx: Db,
  user: User,
  by: 'password' | 'invitation' | 'sign-in' | 'reset' | 'set-up',
  arrival: Arrival,
  now: number,
): Promise<SignedIn> {
  const { publisherId, id } = user
  const { requestId, userAgent } = arrival
  return audited({ db: tx }, actorOf(user, requestId, now), 'session.start', async ({ db }) => {
    const token = newToken(publisherId)
    await insertSession(db, {
      publisherId,
      tokenHash: tokenHash(token),
      userId: id,
      created: now,
      lastSeen: now,
      expires: now + LONGEST_MS,
      userAgent,
    })
    return {
      result: { user: { ...user, lastSignIn: now }, token },
      subject: { kind: 'person', id },
      after: { by, userAgent },
    }
  })
}
