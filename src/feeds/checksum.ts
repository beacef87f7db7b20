import { crc32 } from 'node:zlib'
import type { Template } from './template.ts'

/** The polynomial of CRC-32 (RFC 1952, 8), and 1, both with the lowest power in the highest bit. */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000
const BITS = 8

/** What the checksum of a template is with any token. CRC-32 is linear, so what each bit of it adds is known beforehand. */
export interface Checksum {
  /** With no bit set in any hole. */
  empty: number
  /** What each bit of each character of the token adds, the highest bit first. */
  added: Uint32Array
  /** What the checksum of all that stands before has to be multiplied with. */
  shift: number
}

export function checksumOf({ bytes, holes }: Template): Checksum {
  const characters = holes.reduce((most, { offset, length }) => Math.max(most, offset + length), 0)
  const added = new Uint32Array(BITS * characters)
  const blank = holes.length > 0 ? Buffer.from(bytes) : bytes
  // From the end on: what a bit adds depends on what stands behind it only.
  let power = POLYNOMIAL
  let end = bytes.length
  for (const { at, offset, length } of holes.toReversed()) {
    blank.fill(0, at, at + length)
    power = multiply(shiftOf(end - at - length), power)
    for (let i = offset + length - 1; i >= offset; i--) {
      for (let bit = 0; bit < BITS; bit++) {
        added[BITS * i + bit]! ^= power
        power = timesX(power)
      }
    }
    end = at
  }
  return { empty: crc32(blank), added, shift: shiftOf(bytes.length) }
}

/** The checksum of templates one after the other, their holes filled with the token. */
export function joinChecksums(checksums: Checksum[], token: Buffer): number {
  return checksums.reduce(
    (before, checksum) => multiply(checksum.shift, before) ^ withToken(checksum, token),
    0,
  )
}

function withToken({ empty, added }: Checksum, token: Buffer): number {
  let crc = empty
  // Without branches: the bits are as good as random, so that a processor would guess half of them wrong.
  for (let i = 0; i < added.length; i++) crc ^= added[i]! & -((token[i >> 3]! >> (7 - (i & 7))) & 1)
  return crc
}

/** x to the number of bits in so many octets. */
function shiftOf(octets: number): number {
  let product = ONE
  for (let i = 0, rest = octets; rest > 0; i++, rest >>>= 1)
    if (rest & 1) product = multiply(powerOf(i), product)
  return product
}

/** x to the power of 8 · 2^index. */
function powerOf(index: number): number {
  for (let i = powers.length; i <= index; i++) powers.push(multiply(powers[i - 1]!, powers[i - 1]!))
  return powers[index]!
}

const powers = [ONE >>> BITS]

/** The product of two polynomials modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let rest = a; rest !== 0; rest <<= 1) {
    product ^= b & (rest >> 31)
    b = timesX(b)
  }
  return product >>> 0
}

function timesX(polynomial: number): number {
  return (polynomial >>> 1) ^ (POLYNOMIAL & -(polynomial & 1))
}
