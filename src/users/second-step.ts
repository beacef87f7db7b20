import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { type Actor, audit } from './audit.ts'
import { hashesOf, newBackupCodes } from './backup-codes.ts'
import { requireOwnPassword } from './change-password.ts'
import { requirePersonTurn } from './throttle.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'
import type { User } from './user.ts'
import { getUser, replaceBackupCodes, updateTotp } from './user-store.ts'

/** Begins to set up codes as a second step: a secret that counts once `confirmTotp` saw a code of it. */
export async function enrolTotp(ctx: AppContext, actor: Actor, user: User, password: string) {
  await requireOwnPassword(ctx, user, password, 'password')
  const secret = newTotpSecret()
  await transact(ctx.db, async (tx) => {
    const current = await getUser(tx, user.publisherId, user.id)
    if (current.totpConfirmed) throw new AppError('conflict', 'Codes are asked for already')
    await updateTotp(tx, current, secret, false, 0)
    await audit(tx, actor, 'person.totp-enrol', { kind: 'person', id: user.id }, null, null)
  })
  return { secret, uri: totpUri(secret, user.email) }
}

/** From here on a code is asked for at sign-in. Answers the backup codes, which are told only now. */
export async function confirmTotp(
  ctx: AppContext,
  actor: Actor,
  user: User,
  code: string,
): Promise<string[]> {
  await requirePersonTurn(ctx, `totp ${user.id}`)
  const now = ctx.now()
  return transact(ctx.db, async (tx) => {
    const { totpSecret, totpConfirmed } = await getUser(tx, user.publisherId, user.id)
    if (totpSecret === null || totpConfirmed)
      throw new AppError(
        'conflict',
        totpConfirmed ? 'Codes are asked for already' : 'Begin with a new secret',
      )
    const step = totpStep(totpSecret, code, now)
    if (step === undefined) throw invalid({ code: 'Code is wrong' })
    await updateTotp(tx, user, totpSecret, true, step)
    await audit(tx, actor, 'person.totp', { kind: 'person', id: user.id }, { totp: false }, { totp: true })
    return makeBackupCodes(tx, await getUser(tx, user.publisherId, user.id))
  })
}

/** Ten new backup codes in place of those there were. */
export async function renewBackupCodes(
  ctx: AppContext,
  actor: Actor,
  user: User,
  password: string,
): Promise<string[]> {
  await requireOwnPassword(ctx, user, password, 'password')
  return transact(ctx.db, async (tx) => {
    const current = await getUser(tx, user.publisherId, user.id)
    if (!current.totpConfirmed) throw new AppError('conflict', 'Codes are not asked for')
    await audit(tx, actor, 'person.backup-codes', { kind: 'person', id: user.id }, null, null)
    return makeBackupCodes(tx, current)
  })
}

async function makeBackupCodes(tx: Db, user: User): Promise<string[]> {
  const codes = newBackupCodes()
  if (!(await replaceBackupCodes(tx, user, hashesOf(user, codes))))
    throw new AppError('conflict', 'The codes were just changed elsewhere')
  return codes
}

/** Takes one's own second step away. */
export async function disableTotp(
  ctx: AppContext,
  actor: Actor,
  user: User,
  password: string,
): Promise<void> {
  await requireOwnPassword(ctx, user, password, 'password')
  await removeTotp(ctx, actor, user.publisherId, user.id)
}

/** Takes a second step away, for who lost the device. */
export async function removeTotp(
  ctx: AppContext,
  actor: Actor,
  publisherId: number,
  id: string,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const user = await getUser(tx, publisherId, id)
    await updateTotp(tx, user, null, false, 0)
    const was = { totp: user.totpConfirmed }
    await audit(tx, actor, 'person.totp', { kind: 'person', id }, was, { totp: false })
  })
}
