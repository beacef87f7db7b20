import type { Language } from '../words/index.ts'

/** What a person may do: look; change what is published; everything, people and keys too. */
export type Role = 'viewer' | 'editor' | 'owner'
export const ROLES: Role[] = ['viewer', 'editor', 'owner']

/** A person who signs in. */
export interface User {
  id: string
  publisherId: number
  email: string
  name: string
  role: Role
  /** Null: no password, signs in by mailed links. */
  passwordHash: string | null
  /** Base32; null: no second step. */
  totpSecret: string | null
  /** Codes are asked for. */
  totpConfirmed: boolean
  /** The time step of the last code that was taken. */
  totpStep: number
  /** SHA-256 of those that are left, to be used in place of a code. */
  backupCodes: string[]
  language: Language
  disabled: boolean
  created: number
  /** Null: invited, and not come yet. */
  lastSignIn: number | null
}

/** Whether a role may do what needs another. */
export function mayAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** What tells two e-mail addresses apart. */
export function userEmailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** What the log of changes tells of a person. */
export function presentForLog({ email, name, role, language, disabled }: User) {
  return { email, name, role, language, disabled }
}
