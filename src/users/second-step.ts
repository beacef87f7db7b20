import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { AppError, invalid } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { type Actor, audited } from './audit.ts'
import { hashesOf, newBackupCodes } from './backup-codes.ts'
import { requireOwnPassword } from './change-password.ts'
import { requireUserTurn } from './throttle.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'
import type { User } from './user.ts'
import { getUser, replaceBackupCodes, updateTotp } from './user-store.ts'

/**
 * Starts the set-up of codes (TOTP): stores a secret that takes effect once `confirmTotp` has verified a
 * code.
 */
export async function enrolTotp(
  ctx: Pick<AppContext, 'db' | 'now' | 'database'>,
  actor: Actor,
  user: User,
  password: string,
) {
  await requireOwnPassword(ctx, user, password, 'password')
  const secret = newTotpSecret()
  await audited(ctx, actor, 'person.totp-enrol', async ({ db }) => {
    const current = await getUser(db, user.publisherId, user.id)
    if (current.totpConfirmed)
      throw new AppError('conflict', 'Codes are asked for already', { kind: 'changed_meanwhile' })
    await updateTotp(db, current, secret, false, 0)
    return { result: undefined, subject: subjectOf(user.id) }
  })
  return { secret, uri: totpUri(secret, user.email) }
}

/** Enables codes at sign-in. Returns the backup codes, which can't be read again. */
export async function confirmTotp(
  ctx: Pick<AppContext, 'db' | 'now' | 'database'>,
  actor: Actor,
  user: User,
  code: string,
): Promise<string[]> {
  await requireUserTurn(ctx, `totp ${user.id}`)
  const now = ctx.now()
  return audited(ctx, actor, 'person.totp', async ({ db }) => {
    const { totpSecret, totpConfirmed } = await getUser(db, user.publisherId, user.id)
    if (totpSecret === null || totpConfirmed)
      throw new AppError(
        'conflict',
        totpConfirmed ? 'Codes are asked for already' : 'Begin with a new secret',
        { kind: 'changed_meanwhile' },
      )
    const step = totpStep(totpSecret, code, now)
    if (step === undefined) throw invalid({ code: 'Code is wrong' }, 'code_wrong')
    await updateTotp(db, user, totpSecret, true, step)
    const codes = await makeBackupCodes(db, await getUser(db, user.publisherId, user.id))
    return { result: codes, subject: subjectOf(user.id), before: { totp: false }, after: { totp: true } }
  })
}

/** Replaces the backup codes. */
export async function renewBackupCodes(
  ctx: Pick<AppContext, 'db' | 'now' | 'database'>,
  actor: Actor,
  user: User,
  password: string,
): Promise<string[]> {
  await requireOwnPassword(ctx, user, password, 'password')
  return audited(ctx, actor, 'person.backup-codes', async ({ db }) => {
    const current = await getUser(db, user.publisherId, user.id)
    if (!current.totpConfirmed)
      throw new AppError('conflict', 'Codes are not asked for', { kind: 'changed_meanwhile' })
    return { result: await makeBackupCodes(db, current), subject: subjectOf(user.id) }
  })
}

async function makeBackupCodes(tx: Db, user: User): Promise<string[]> {
  const codes = newBackupCodes()
  if (!(await replaceBackupCodes(tx, user, hashesOf(user, codes))))
    throw new AppError('conflict', 'The codes were just changed elsewhere', { kind: 'changed_meanwhile' })
  return codes
}

/** Disables the user's own second step. */
export async function disableTotp(
  ctx: Pick<AppContext, 'db' | 'now' | 'database'>,
  actor: Actor,
  user: User,
  password: string,
): Promise<void> {
  await requireOwnPassword(ctx, user, password, 'password')
  await removeTotp(ctx, actor, user.publisherId, user.id)
}

/** Disables the second step of a user who lost the device. */
export async function removeTotp(
  ctx: OperationContext,
  actor: Actor,
  publisherId: number,
  id: string,
): Promise<void> {
  await audited(ctx, actor, 'person.totp-remove', async ({ db }) => {
    const user = await getUser(db, publisherId, id)
    await updateTotp(db, user, null, false, 0)
    return {
      result: undefined,
      subject: subjectOf(id),
      before: { totp: user.totpConfirmed },
      after: { totp: false },
    }
  })
}

function subjectOf(id: string) {
  return { kind: 'person', id }
}
