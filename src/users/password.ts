import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { type HashingFor, HashingQueue } from './hashing-queue.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** Minimum parameters of Argon2id by OWASP; memory in KiB, used while a check runs. */
const MEMORY = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const TAG_BYTES = 32
/**
 * Passwords hashed at once in this process: sign-ins must not use up threads and memory, and leave a
 * processor for requests.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const queue = new HashingQueue({ atOnce: AT_ONCE, mayWait: 40 })

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Hashes a password into a PHC string. */
export async function hashPassword(password: string, whom: HashingFor): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await argon2id(whom, password, nonce, MEMORY, PASSES, LANES)
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(tag)}`
}

/**
 * Returns whether a password matches a hash. Takes the same time if there is no hash, so that the time does
 * not reveal whether a user exists.
 */
export async function isPassword(
  password: string,
  stored: string | null | undefined,
  whom: HashingFor,
): Promise<boolean> {
  const parts = STORED.exec(stored ?? '')
  if (!parts) {
    await argon2id(whom, password, Buffer.alloc(SALT_BYTES), MEMORY, PASSES, LANES)
    return false
  }
  const [memory, passes, lanes] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [salt, expected] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer]
  const tag = await argon2id(whom, password, salt, memory, passes, lanes)
  return tag.length === expected.length && timingSafeEqual(tag, expected)
}

function argon2id(
  whom: HashingFor,
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  lanes: number,
): Promise<Buffer> {
  // The same letter can be encoded in several ways: é as one character or as two.
  const message = password.normalize('NFKC')
  return queue.run(whom, () =>
    derive('argon2id', { message, nonce, memory, passes, parallelism: lanes, tagLength: TAG_BYTES }),
  )
}
