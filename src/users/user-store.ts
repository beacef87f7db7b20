import type { Selectable } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import type { UserTable } from '../db/tables/user.ts'
import { AppError, notFound } from '../errors.ts'
import { claimInDirectory, findInDirectory, removeFromDirectory } from '../publishers/directory.ts'
import { sealerOf } from '../seal/sealer.ts'
import type { Language } from '../words/index.ts'
import { type Role, type User, userEmailKey } from './user.ts'

/**
 * Finds the user with an e-mail address, at any publisher. Runs the same queries whether or not the user
 * exists. Not cached: an address can move to another publisher.
 */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const key = userEmailKey(email)
  const publisherId = await findInDirectory(db, 'user', key)
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('publisher_id', '=', publisherId ?? 0)
    .where('email_key', '=', key)
    .executeTakeFirst()
  return row && toUser(db, row)
}

export async function findUser(db: Db, publisherId: number, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toUser(db, row)
}

export async function getUser(db: Db, publisherId: number, id: string): Promise<User> {
  const user = await findUser(db, publisherId, id)
  if (!user) throw notFound('Person', id)
  return user
}

export async function listUsers(db: Db, publisherId: number): Promise<User[]> {
  const rows = await db
    .selectFrom('user')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('created')
    .orderBy('id')
    .execute()
  return rows.map((row) => toUser(db, row))
}

/**
 * Lists the active owners and locks them until the commit, so that two owners can't demote each other at
 * once.
 */
export async function lockOwners(tx: Db, publisherId: number): Promise<User[]> {
  const query = tx
    .selectFrom('user')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('role', '=', 'owner')
    .where('disabled', '=', 0)
    .orderBy('id')
  // On SQLite only one transaction writes at a time, from its start.
  const rows = await (isSqlite(tx) ? query : query.forUpdate()).execute()
  return rows.map((row) => toUser(tx, row))
}

/** Inserts a user. Throws `conflict` if a user of any publisher has the e-mail address. */
export async function insertUser(tx: Db, user: User): Promise<void> {
  const key = userEmailKey(user.email)
  if (!(await claimInDirectory(tx, 'user', key, user.publisherId)))
    throw new AppError('conflict', `Somebody has the e-mail [${user.email}] already`, { kind: 'email_taken' })
  await tx
    .insertInto('user')
    .values({
      ...toColumns(user),
      publisher_id: user.publisherId,
      id: user.id,
      email: user.email,
      email_key: key,
      password_hash: user.passwordHash,
      totp_secret: sealTotp(tx, user, user.totpSecret),
      totp_confirmed: user.totpConfirmed ? 1 : 0,
      totp_step: user.totpStep,
      backup_codes: JSON.stringify(user.backupCodes),
      created: user.created,
      last_sign_in: user.lastSignIn,
    })
    .execute()
}

/** Stores the changeable fields: name, role, language, disabled. */
export async function updateUser(tx: Db, user: User): Promise<void> {
  await updating(tx, user).set(toColumns(user)).execute()
}

export async function updatePassword(tx: Db, user: User, passwordHash: string): Promise<void> {
  await updating(tx, user).set({ password_hash: passwordHash }).execute()
}

export async function updateLastSignIn(tx: Db, user: User, at: number): Promise<void> {
  await updating(tx, user).set({ last_sign_in: at }).execute()
}

/** `secret` null removes the second step and the backup codes. */
export async function updateTotp(
  tx: Db,
  user: User,
  secret: string | null,
  confirmed: boolean,
  step: number,
): Promise<void> {
  await updating(tx, user)
    .set({
      totp_secret: sealTotp(tx, user, secret),
      totp_confirmed: confirmed ? 1 : 0,
      totp_step: step,
      backup_codes: '[]',
    })
    .execute()
}

/** Replaces the remaining backup codes. Returns false if they changed since the user was read. */
export async function replaceBackupCodes(tx: Db, user: User, hashes: string[]): Promise<boolean> {
  const { numUpdatedRows } = await updating(tx, user)
    .set({ backup_codes: JSON.stringify(hashes) })
    .where('backup_codes', '=', JSON.stringify(user.backupCodes))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Stores the time step of a used code. Returns false if the code of that step, or a later one, was used
 * before.
 */
export async function takeTotpStep(tx: Db, user: User, step: number): Promise<boolean> {
  const { numUpdatedRows } = await updating(tx, user)
    .set({ totp_step: step })
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a user with all sessions and links, and frees the e-mail address. */
export async function deleteUser(tx: Db, user: User): Promise<void> {
  await removeFromDirectory(tx, 'user', userEmailKey(user.email))
  await tx.deleteFrom('user').where('publisher_id', '=', user.publisherId).where('id', '=', user.id).execute()
}

function updating(tx: Db, { publisherId, id }: User) {
  return tx.updateTable('user').where('publisher_id', '=', publisherId).where('id', '=', id)
}

function toColumns({ name, role, language, disabled }: User) {
  return { name, role, language, disabled: disabled ? (1 as const) : (0 as const) }
}

function totpPlace(publisherId: number, id: string) {
  return ['user.totp_secret', publisherId, id]
}

function sealTotp(db: Db, { publisherId, id }: User, secret: string | null): string | null {
  return secret === null ? null : sealerOf(db).seal(totpPlace(publisherId, id), secret)
}

function toUser(db: Db, row: Selectable<UserTable>): User {
  const { publisher_id: publisherId, id, totp_secret: sealed } = row
  return {
    id,
    publisherId,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    passwordHash: row.password_hash,
    totpSecret: sealed === null ? null : sealerOf(db).open(totpPlace(publisherId, id), sealed),
    totpConfirmed: row.totp_confirmed === 1,
    totpStep: row.totp_step,
    backupCodes: JSON.parse(row.backup_codes) as string[],
    language: row.language as Language,
    disabled: row.disabled === 1,
    created: row.created,
    lastSignIn: row.last_sign_in,
  }
}
