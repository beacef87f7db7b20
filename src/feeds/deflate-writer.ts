import { inOwnMemory } from './own-memory.ts'

/** Base values and numbers of extra bits of the codes for lengths and distances (RFC 1951, 3.2.5). */
const LENGTH_CODES = rangeCodes(3, 28, (code) => (code < 8 ? 0 : (code >> 2) - 1))
const DISTANCE_CODES = rangeCodes(1, 30, (code) => (code < 4 ? 0 : (code >> 1) - 1))
const END_OF_BLOCK = 256
const LONGEST = 258

/** The fixed code of each literal and length (RFC 1951, 3.2.6), its bits in the order they are sent. */
const SYMBOLS = Array.from({ length: 288 }, (_, symbol) => {
  if (symbol < 144) return { bits: 8, code: reverse(0x30 + symbol, 8) }
  if (symbol < 256) return { bits: 9, code: reverse(0x190 + symbol - 144, 9) }
  if (symbol < 280) return { bits: 7, code: reverse(symbol - 256, 7) }
  return { bits: 8, code: reverse(0xc0 + symbol - 280, 8) }
})
const SYMBOL_CODE = Uint16Array.from(SYMBOLS, ({ code }) => code)
const SYMBOL_BITS = Uint8Array.from(SYMBOLS, ({ bits }) => bits)
const LENGTH_CODE = Uint8Array.from({ length: LONGEST }, (_, length) => codeOf(LENGTH_CODES, length))
const DISTANCE_CODE = Uint8Array.from(DISTANCE_CODES, (_, code) => reverse(code, 5))

/** Writes a raw deflate stream (RFC 1951) in blocks of the fixed codes, and stored blocks. */
export class DeflateWriter {
  #bytes: Buffer
  #at = 0
  #pending = 0
  #bits = 0

  /** `most`: octets of input. No literal takes more than nine bits. */
  constructor(most: number) {
    this.#bytes = Buffer.allocUnsafe(Math.ceil(most * 1.2) + 64)
    this.#begin()
  }

  literal(octet: number): void {
    this.#put(SYMBOL_CODE[octet]!, SYMBOL_BITS[octet]!)
  }

  /** `length` (3 to 258) octets of what stood `distance` (1 to 32,768) octets before. */
  copy(length: number, distance: number): void {
    if (length === LONGEST) this.#symbol(285)
    else {
      const code = LENGTH_CODE[length]!
      this.#symbol(257 + code)
      this.#put(length - LENGTH_CODES[code]!.base, LENGTH_CODES[code]!.extra)
    }
    const code = distance < 5 ? distance - 1 : distanceCode(distance)
    this.#put(DISTANCE_CODE[code]!, 5)
    this.#put(distance - DISTANCE_CODES[code]!.base, DISTANCE_CODES[code]!.extra)
  }

  /** Octets as they are; tells where in the stream they stand. */
  stored(octets: Buffer): number {
    this.#symbol(END_OF_BLOCK)
    this.#store(octets.length)
    const at = this.#at
    this.#room(octets.length)
    octets.copy(this.#bytes, at)
    this.#at += octets.length
    this.#begin()
    return at
  }

  /** Ends on a whole octet, so that another stream can follow; answers all of it. */
  flush(): Buffer {
    this.#symbol(END_OF_BLOCK)
    this.#store(0)
    return inOwnMemory(this.#bytes.subarray(0, this.#at))
  }

  #begin(): void {
    this.#put(0b010, 3)
  }

  #store(length: number): void {
    this.#put(0b000, 3)
    if (this.#bits > 0) this.#put(0, 8 - this.#bits)
    this.#room(4)
    this.#at = this.#bytes.writeUInt16LE(length, this.#at)
    this.#at = this.#bytes.writeUInt16LE(0xffff - length, this.#at)
  }

  #symbol(symbol: number): void {
    this.#put(SYMBOL_CODE[symbol]!, SYMBOL_BITS[symbol]!)
  }

  #put(value: number, bits: number): void {
    this.#pending |= value << this.#bits
    this.#bits += bits
    if (this.#bits < 8) return
    this.#room(4)
    for (; this.#bits >= 8; this.#bits -= 8) {
      this.#bytes[this.#at++] = this.#pending
      this.#pending >>>= 8
    }
  }

  #room(octets: number): void {
    if (this.#at + octets <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + octets)
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

function rangeCodes(first: number, count: number, extraOf: (code: number) => number) {
  let base = first
  return Array.from({ length: count }, (_, code) => {
    const range = { base, extra: extraOf(code) }
    base += 1 << range.extra
    return range
  })
}

function codeOf(ranges: { base: number }[], value: number): number {
  return Math.max(
    0,
    ranges.findLastIndex(({ base }) => base <= value),
  )
}

/** Two codes for each power of two. */
function distanceCode(distance: number): number {
  const power = 31 - Math.clz32(distance - 1)
  return 2 * power + (((distance - 1) >> (power - 1)) & 1)
}

function reverse(value: number, bits: number): number {
  let reversed = 0
  for (let i = 0; i < bits; i++) reversed |= ((value >> i) & 1) << (bits - 1 - i)
  return reversed
}
