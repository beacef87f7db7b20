import { randomBytes } from 'node:crypto'

export interface ApiKey {
  publisherId: number
  key: string
  secret: string
  name: string
  active: boolean
  /** Refuses MD5 signatures. */
  sha256Only: boolean
  /** Epoch milliseconds; null: never, or not yet. */
  expiresAt: number | null
  lastUsedAt: number | null
  created: number
}

/** A key and a secret that can't be guessed: 192 and 288 random bits. */
export function newKeyPair(): { key: string; secret: string } {
  return { key: randomBytes(24).toString('base64url'), secret: randomBytes(36).toString('base64url') }
}

export function isUsable(key: ApiKey, now: number): boolean {
  return key.active && (key.expiresAt === null || key.expiresAt > now)
}
