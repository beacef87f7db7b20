import { randomFillSync } from 'node:crypto'

const ID = /^[0-9a-f]{24}$/
const RANDOM_RANGE = 2 ** 48
/** Ids of one millisecond lie up to 256 to this power apart, so that they can't be guessed from one another. */
const STEP_OCTETS = 3

let lastMs = 0
let lastRandom = 0

/**
 * A new id: 24 lower-case hex characters, 12 of the time in milliseconds and 12 random. Ids of one
 * process always rise, also within a millisecond and when the clock is set back.
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

/** Whether a text has the form of an id of ours. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text)
}

function hex12(value: number): string {
  return value.toString(16).padStart(12, '0')
}

// Random octets come a few thousand at a time: asking the system for each id costs more than all else of it.
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
