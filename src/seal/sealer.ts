import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'

/** Where a secret is stored: table and column, then the values of the primary key. */
export type Place = (string | number)[]

/** Seals secrets for one place in the database, and opens them there and nowhere else. */
export interface Sealer {
  /** `sealed:1:<id of the key>:<nonce, ciphertext and tag in base64url>` */
  seal(place: Place, secret: string): string
  /** Throws SealError for what was not sealed for this place with one of our keys. */
  open(place: Place, sealed: string): string
  /** How everything begins that the first key sealed. */
  prefix: string
}

/** A stored secret that our keys don't open. Its message is one line. */
export class SealError extends Error {}

const CIPHER = 'aes-256-gcm'
const SEALED = 'sealed:1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Opened secrets kept in memory, so that a signed request does not decrypt. */
const REMEMBERED = 10_000

/**
 * AES-256-GCM with a random nonce, and the place as associated data: a value that is moved to another row does not
 * open. The first key seals, all of them open. `keys`: at least one, each of 32 bytes.
 */
export function createSealer(keys: Buffer[]): Sealer {
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const [first] = keys as [Buffer]
  const prefix = `${SEALED}${keyId(first)}:`
  const opened = new LRUCache<string, string>({ max: REMEMBERED })
  return {
    prefix,
    seal(place, secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, first, nonce).setAAD(bytesOf(place))
      const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return prefix + Buffer.concat(parts).toString('base64url')
    },
    open(place, sealed) {
      const remembered = `${JSON.stringify(place)} ${sealed}`
      const known = opened.get(remembered)
      if (known !== undefined) return known
      const secret = decrypt(byId, place, sealed)
      opened.set(remembered, secret)
      return secret
    },
  }
}

/** Whether this was sealed, with whatever key. */
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

/** From here on the stores of this database seal what is secret. */
export function useSealer(db: Db, sealer: Sealer): void {
  sealers.set(db.getExecutor().adapter, sealer)
}

export function sealerOf(db: Db): Sealer {
  const sealer = sealers.get(db.getExecutor().adapter)
  if (!sealer) throw new Error('the database was opened without a key for its secrets')
  return sealer
}
