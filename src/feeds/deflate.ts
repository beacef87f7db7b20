import { DeflateWriter } from './deflate-writer.ts'
import type { Hole, Template } from './template.ts'

const WINDOW = 32_768
const SHORTEST_COPY = 3
const LONGEST_COPY = 258
/** Octets that are looked for together. */
const PROBE = 4
const HASH_BITS = 15
/** Earlier places looked at for each one: more make it slower rather than smaller. */
const TRIES = 8
/** A copy this long is taken without looking whether one that begins later is longer. */
const LONG_ENOUGH = 32

// Shared by all runs, which come one after the other. `base` keeps the places of one run apart from the next's.
const newest = new Int32Array(1 << HASH_BITS).fill(-1)
const before = new Int32Array(WINDOW)
let base = 0

/**
 * Deflates a template (RFC 1951) so that it stays one: the answer has holes of its own, where the token goes
 * as it is. It ends on a whole octet and refers to nothing before itself, so that such pieces can be joined in
 * any order. zlib can't do that, since it would need the token. The first time a character of the token is
 * wanted it stands in a stored block; later ones are copies of it, wherever the token is the same.
 */
export function deflate({ bytes, holes }: Template): Template {
  const writer = new DeflateWriter(bytes.length)
  const matcher = new Matcher(bytes)
  const tokens = new TokenWriter(bytes, writer)
  let at = 0
  for (const hole of holes) {
    at = matcher.write(writer, at, hole.at)
    tokens.write(hole)
    at += hole.length
  }
  matcher.write(writer, at, bytes.length)
  return { bytes: writer.flush(), holes: tokens.holes }
}

/** Writes tokens: as a hole, or as a copy of where the same characters were before. */
class TokenWriter {
  readonly holes: Hole[] = []
  #bytes: Buffer
  #writer: DeflateWriter
  /** Where each character of the token was last. */
  #last: number[] = []

  constructor(bytes: Buffer, writer: DeflateWriter) {
    this.#bytes = bytes
    this.#writer = writer
  }

  write({ at, offset, length }: Hole): void {
    const distance = at - (this.#last[offset] ?? -Infinity)
    let known = length >= SHORTEST_COPY && distance <= WINDOW
    for (let i = 0; i < length; i++) {
      if (at + i - (this.#last[offset + i] ?? -Infinity) !== distance) known = false
      this.#last[offset + i] = at + i
    }
    if (known) this.#writer.copy(length, distance)
    else this.holes.push({ at: this.#writer.stored(this.#bytes.subarray(at, at + length)), offset, length })
  }
}

/** Finds what is repeated: hash chains, and a look at the next place before a copy is taken (RFC 1951, 4). */
class Matcher {
  #bytes: Buffer
  /** The place of the first octet in the tables. */
  #first: number
  #distance = 0

  constructor(bytes: Buffer) {
    if (base + bytes.length > 2 ** 30) {
      newest.fill(-1)
      base = 0
    }
    this.#bytes = bytes
    this.#first = base
    base += bytes.length
  }

  /** Writes the octets from `at` to `end`, none of which is a hole's; tells where it ended. */
  write(writer: DeflateWriter, at: number, end: number): number {
    while (at < end) {
      let length = this.#find(at, end)
      let distance = this.#distance
      this.#remember(at)
      if (length > 0 && length < LONG_ENOUGH) {
        const later = this.#find(at + 1, end)
        if (later > length) {
          writer.literal(this.#bytes[at++]!)
          this.#remember(at)
          length = later
          distance = this.#distance
        }
      }
      if (length === 0) {
        writer.literal(this.#bytes[at++]!)
        continue
      }
      writer.copy(length, distance)
      for (let i = 1; i < length; i++) this.#remember(at + i)
      at += length
    }
    return at
  }

  /** The length of the longest earlier piece like what stands at `at`, 0 for none; its distance is left behind. */
  #find(at: number, end: number): number {
    const bytes = this.#bytes
    const most = Math.min(LONGEST_COPY, end - at)
    if (most < PROBE) return 0
    let longest = PROBE - 1
    let place = newest[this.#hash(at)]! - this.#first
    for (let tries = TRIES; tries > 0 && place >= 0 && at - place <= WINDOW; tries--) {
      // Holes are octets that no text has, so a copy never takes some of one along.
      if (bytes[place + longest] === bytes[at + longest]) {
        let length = 0
        while (length < most && bytes[place + length] === bytes[at + length]) length++
        if (length > longest) {
          longest = length
          this.#distance = at - place
          if (length === most) break
        }
      }
      const next = before[(place + this.#first) % WINDOW]! - this.#first
      if (next >= place) break
      place = next
    }
    return longest < PROBE ? 0 : longest
  }

  #remember(at: number): void {
    if (at + PROBE > this.#bytes.length) return
    const hash = this.#hash(at)
    before[(at + this.#first) % WINDOW] = newest[hash]!
    newest[hash] = at + this.#first
  }

  #hash(at: number): number {
    const bytes = this.#bytes
    const four = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    return Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS)
  }
}
