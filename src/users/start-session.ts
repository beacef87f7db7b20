import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type Actor, audit } from './audit.ts'
import { isBackupCode, takeBackupCode } from './backup-codes.ts'
import { LONGEST_MS } from './session.ts'
import { insertSession } from './session-store.ts'
import { newToken, tokenHash } from './token.ts'
import { totpStep } from './totp.ts'
import type { User } from './user.ts'
import { findUser, takeTotpStep, updateLastSignIn } from './user-store.ts'

/** What is known of the request by which somebody signs in. */
export interface Arrival {
  requestId: string
  /** `Firefox on Linux` */
  userAgent: string
  /** Told of a person that somebody could not prove to be. What it does must not hold up the answer. */
  refused?: (user: User, reason: Refused) => void
}

export type Refused = 'password' | 'code' | 'switched off'

/** A person with a new session; only the browser keeps its token. */
export interface SignedIn {
  user: User
  token: string
}

/** A person as the actor of what it does at its own publisher. */
export function actorOf(user: User, requestId: string, at: number): Actor {
  const { publisherId, id, email } = user
  return { publisherId, kind: 'user', id, name: email, homeId: publisherId, requestId, at }
}

/**
 * Takes the user's row, so that nobody switches the person off or changes the password between here and the
 * commit, and reads it anew; undefined where one of these has just happened.
 */
export async function lockUser(tx: Db, user: User, now: number): Promise<User | undefined> {
  await updateLastSignIn(tx, user, now)
  const current = await findUser(tx, user.publisherId, user.id)
  return current && !current.disabled && current.passwordHash === user.passwordHash ? current : undefined
}

/** Asks for the code of the second step, where the person has one, or a backup code. Each is good once. */
export async function requireTotp(tx: Db, user: User, code: string | undefined, now: number): Promise<void> {
  if (!user.totpConfirmed || user.totpSecret === null) return
  if (!code) throw codeRefused('A sign-in code is needed', 'Sign-in code is required')
  if (isBackupCode(code) && (await takeBackupCode(tx, user, code))) return
  const step = totpStep(user.totpSecret, code, now)
  if (step === undefined || !(await takeTotpStep(tx, user, step)))
    throw codeRefused('The sign-in code is wrong', 'Sign-in code is wrong or was used already')
}

/** Tells of a wrong code; the refusal stays what it is. */
export function tellRefusedCode(
  error: unknown,
  user: User,
  code: string | undefined,
  arrival: Arrival,
): never {
  if (code && error instanceof AppError && error.fields?.totp) arrival.refused?.(user, 'code')
  throw error
}

function codeRefused(message: string, field: string): AppError {
  return new AppError('signed_out', message, { fields: { totp: field } })
}

/** Begins a session, under a token nobody had before, and notes it in the log. `by`: how the person proved itself. */
export async function startSession(
  tx: Db,
  user: User,
  by: 'password' | 'invitation' | 'sign-in' | 'reset' | 'set-up',
  arrival: Arrival,
  now: number,
): Promise<SignedIn> {
  const token = newToken(user.publisherId)
  await insertSession(tx, {
    publisherId: user.publisherId,
    tokenHash: tokenHash(token),
    userId: user.id,
    created: now,
    lastSeen: now,
    expires: now + LONGEST_MS,
    userAgent: arrival.userAgent,
  })
  const actor = actorOf(user, arrival.requestId, now)
  await audit(tx, actor, 'session.start', { kind: 'person', id: user.id }, null, {
    by,
    userAgent: arrival.userAgent,
  })
  return { user: { ...user, lastSignIn: now }, token }
}
