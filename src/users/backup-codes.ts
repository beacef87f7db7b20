import { hash, randomInt } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { User } from './user.ts'
import { replaceBackupCodes } from './user-store.ts'

const COUNT = 10
/** Without what is easily taken for something else. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/** Ten codes, each good once in place of one of the authenticator: `kf3mq-9xw2t`, 49 random bits. */
export function newBackupCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
    return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`
  })
}

/** What is stored of them. They are random, and guesses are counted, so a quick hash does. */
export function hashesOf(user: Pick<User, 'id'>, codes: string[]): string[] {
  return codes.map((code) => hash('sha256', `${user.id} ${plain(code)}`))
}

/** Whether a text has the form of such a code, however it is written. */
export function isBackupCode(text: string): boolean {
  return CODE.test(plain(text))
}

/** Uses a code up; false when it is none of the person's, or was used. Of two at once one gets it. */
export async function takeBackupCode(tx: Db, user: User, code: string): Promise<boolean> {
  const [used] = hashesOf(user, [code])
  if (!user.backupCodes.includes(used!)) return false
  const left = user.backupCodes.filter((kept) => kept !== used)
  return replaceBackupCodes(tx, user, left)
}

function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}
