import { hash, randomInt } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { User } from './user.ts'
import { replaceBackupCodes } from './user-store.ts'

const COUNT = 10
/** Without characters that are easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/**
 * Creates ten one-time codes, to be used instead of one of the authenticator: `kf3mq-9xw2t`, 49 random bits.
 */
export function newBackupCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
    return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`
  })
}

/** Hashes codes for storage. A fast hash is enough: codes are random and guesses are limited. */
export function hashesOf(user: Pick<User, 'id'>, codes: string[]): string[] {
  return codes.map((code) => hash('sha256', `${user.id} ${plain(code)}`))
}

/** Returns whether a text has the format of a backup code; case, spaces and hyphens don't matter. */
export function isBackupCode(text: string): boolean {
  return CODE.test(plain(text))
}

/**
 * Uses up a code. Returns false if the user has no such code left. Of two concurrent uses only one succeeds.
 */
export async function takeBackupCode(tx: Db, user: User, code: string): Promise<boolean> {
  const [used] = hashesOf(user, [code])
  if (!user.backupCodes.includes(used!)) return false
  const left = user.backupCodes.filter((hash) => hash !== used)
  return replaceBackupCodes(tx, user, left)
}

function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}
