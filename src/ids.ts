import { randomFillSync } from 'node:crypto'

/** The largest id of a publisher that the databases hold. */
export const MAX_PUBLISHER_ID = 2 ** 31 - 1

const ID = /^[0-9a-f]{24}$/
const RANDOM_RANGE = 2 ** 48
/**
 * The difference of two ids of one millisecond is up to 256 to this power, so that they can't be guessed from
 * each other.
 */
const STEP_OCTETS = 3

let lastMs = 0
let lastRandom = 0

/**
 * A new id of 24 lower-case hex characters: 12 for the time in ms and 12 random ones. Ids of a process always
 * rise, also within a millisecond and if the clock is set back.
 */
export function newId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    lastRandom = randomNumber(6) / 2
  } else {
    lastRandom += 1 + randomNumber(STEP_OCTETS)
    if (lastRandom >= RANDOM_RANGE) {
      lastMs += 1
      lastRandom %= RANDOM_RANGE
    }
  }
  return hex12(lastMs) + hex12(Math.floor(lastRandom))
}

/** True for a text in the form of our ids. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text)
}

function hex12(value: number): string {
  return value.toString(16).padStart(12, '0')
}

// A pool of random octets: a system call for each id would take longer than all the rest.
const pool = Buffer.alloc(6144)
let poolAt = pool.length

function randomNumber(octets: number): number {
  if (poolAt + octets > pool.length) {
    randomFillSync(pool)
    poolAt = 0
  }
  poolAt += octets
  return pool.readUIntBE(poolAt - octets, octets)
}
