import type { Language } from '../words/index.ts'

/** `viewer` reads; `editor` also changes published data; `owner` also manages users and keys. */
export type Role = 'viewer' | 'editor' | 'owner'
export const ROLES: Role[] = ['viewer', 'editor', 'owner']

/** A user who signs in. */
export interface User {
  id: string
  publisherId: number
  email: string
  name: string
  role: Role
  /** Null if the user signs in by mailed links only. */
  passwordHash: string | null
  /** Base32; null without a second step. */
  totpSecret: string | null
  /** True once codes are required at sign-in. */
  totpConfirmed: boolean
  /** The time step of the last accepted code. */
  totpStep: number
  /** SHA-256 hashes of the remaining backup codes. */
  backupCodes: string[]
  language: Language
  disabled: boolean
  created: number
  /** Null until the first sign-in. */
  lastSignIn: number | null
}

/** Returns whether a role includes the rights of another. */
export function mayAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Two users have the same address if this key is equal. */
export function userEmailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** The fields of a user that the audit log records. */
export function presentForLog({ email, name, role, language, disabled }: User) {
  return { email, name, role, language, disabled }
}
