import { randomBytes } from 'node:crypto'
import type { Addresses } from './addresses.ts'

/** What a key is good for: everything, only what changes nothing, or only the batch operations. */
export type KeyScope = 'full' | 'read' | 'batch'
export const KEY_SCOPES: KeyScope[] = ['full', 'read', 'batch']

/** What narrows a key. */
export interface KeyRights {
  /** Refuses MD5 signatures. */
  sha256Only: boolean
  /** Refuses requests without `timestamp` and `nonce`, which are good once. */
  onceOnly: boolean
  scope: KeyScope
  /** Where requests may come from; empty: from everywhere. */
  addresses: Addresses
}

export interface ApiKey extends KeyRights {
  publisherId: number
  key: string
  secret: string
  name: string
  active: boolean
  /** Epoch milliseconds; null: never, or not yet. */
  expiresAt: number | null
  lastUsedAt: number | null
  created: number
}

/** A key and a secret that can't be guessed: 192 and 288 random bits. */
export function newKeyPair(): { key: string; secret: string } {
  return { key: randomBytes(24).toString('base64url'), secret: randomBytes(36).toString('base64url') }
}

/** What a key is unless something else is asked for. */
export const ORDINARY_KEY: KeyRights = { sha256Only: false, onceOnly: false, scope: 'full', addresses: [] }

export function isUsable(key: ApiKey, now: number): boolean {
  return key.active && (key.expiresAt === null || key.expiresAt > now)
}
