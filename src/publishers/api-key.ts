import { randomBytes } from 'node:crypto'
import type { Addresses } from './addresses.ts'

/** Operations that a key may call: all, only those that change nothing, or only the batch operations. */
export type KeyScope = 'full' | 'read' | 'batch'
export const KEY_SCOPES: KeyScope[] = ['full', 'read', 'batch']

/** Restrictions of a key. */
export interface KeyRights {
  /** Refuses MD5 signatures. */
  sha256Only: boolean
  /** Refuses requests without `timestamp` and `nonce`, and repeated ones. */
  onceOnly: boolean
  scope: KeyScope
  /** Networks that requests may come from; empty for any. */
  addresses: Addresses
}

export interface ApiKey extends KeyRights {
  publisherId: number
  key: string
  secret: string
  name: string
  active: boolean
  /** Epoch milliseconds. Null: the key does not expire, or has not been used. */
  expiresAt: number | null
  lastUsedAt: number | null
  created: number
}

/** Creates a random key (192 bits) and secret (288 bits). */
export function newKeyPair(): { key: string; secret: string } {
  return { key: randomBytes(24).toString('base64url'), secret: randomBytes(36).toString('base64url') }
}

/** Rights of a key by default. */
export const ORDINARY_KEY: KeyRights = { sha256Only: false, onceOnly: false, scope: 'full', addresses: [] }

export function isUsable(key: ApiKey, now: number): boolean {
  return key.active && (key.expiresAt === null || key.expiresAt > now)
}
