import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'

/** The location of a secret: table and column, then the values of the primary key. */
export type Place = (string | number)[]

/** Seals secrets so that they can be opened only for the same location. */
export interface Sealer {
  /** `sealed:1:<id of the key>:<nonce, ciphertext and tag in base64url>` */
  seal(place: Place, secret: string): string
  /** Throws SealError if the text was not sealed for this location with one of our keys. */
  open(place: Place, sealed: string): string
  /** The prefix of all texts that the first key sealed. */
  prefix: string
}

/** Our keys don't open a stored secret. The message is one line. */
export class SealError extends Error {}

const CIPHER = 'aes-256-gcm'
const SEALED = 'sealed:1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Opened secrets that are cached, so that a signed request needs no decryption. */
const SECRETS_CACHED = 10_000

/**
 * AES-256-GCM with a random nonce, and the location as associated data: a value that was moved to another row
 * can't be opened. The first key seals, all keys open. `keys`: at least one, each of 32 octets.
 */
export function createSealer(keys: Buffer[]): Sealer {
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const [first] = keys as [Buffer]
  const prefix = `${SEALED}${keyId(first)}:`
  const opened = new LRUCache<string, string>({ max: SECRETS_CACHED })
  return {
    prefix,
    seal(place, secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, first, nonce).setAAD(bytesOf(place))
      const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return prefix + Buffer.concat(parts).toString('base64url')
    },
    open(place, sealed) {
      const cacheKey = `${JSON.stringify(place)} ${sealed}`
      const cached = opened.get(cacheKey)
      if (cached !== undefined) return cached
      const secret = decrypt(byId, place, sealed)
      opened.set(cacheKey, secret)
      return secret
    },
  }
}

/** True for a text that was sealed with any key. */
export function isSealed(text: string): boolean {
  return text.startsWith(SEALED)
}

function decrypt(keys: Map<string, Buffer>, place: Place, sealed: string): string {
  const [id = '', text = ''] = isSealed(sealed) ? sealed.slice(SEALED.length).split(':') : []
  const key = keys.get(id)
  if (!key) throw new SealError(`${place[0]}: a secret was not sealed with a key of ours`)
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(bytesOf(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
    const middle = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([middle, decipher.final()]).toString('utf8')
  } catch (error) {
    throw new SealError(`${place[0]}: a sealed secret is damaged, or was moved here from another row`, {
      cause: error,
    })
  }
}

/** Tells keys apart without telling anything of them. */
function keyId(key: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('fasti key id '), key])).slice(0, 8)
}

function bytesOf(place: Place): Buffer {
  return Buffer.from(JSON.stringify(place))
}

// By what a database and its transactions have in common, so that stores need nothing beside their `db`.
const sealers = new WeakMap<object, Sealer>()

/** Sets the sealer that the stores use for this database. */
export function useSealer(db: Db, sealer: Sealer): void {
  sealers.set(db.getExecutor().adapter, sealer)
}

export function sealerOf(db: Db): Sealer {
  const sealer = sealers.get(db.getExecutor().adapter)
  if (!sealer) throw new Error('the database was opened without a key for its secrets')
  return sealer
}
