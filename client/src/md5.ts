/** MD5 (RFC 1321), which Web Crypto does not have. */

import { toHex } from './bytes.ts'

/** Left rotations of the four steps of each round. */
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
/** The integer part of 2³² · |sin(i + 1)|. */
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))
const BLOCK = 64
/** Bytes at the end that hold the length in bits. */
const LENGTH = 8

/** The digest of bytes in lower-case hex. */
export function md5(bytes: Uint8Array): string {
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476])
  const words = new Int32Array(BLOCK / 4)
  const whole = bytes.length - (bytes.length % BLOCK)
  for (let at = 0; at < whole; at += BLOCK) mixIn(state, words, bytes, at)
  const rest = lastBlocks(bytes.subarray(whole), bytes.length)
  for (let at = 0; at < rest.length; at += BLOCK) mixIn(state, words, rest, at)
  return hex(state)
}

/** What is left after the whole blocks, a one bit, zeros, and the length of all. */
function lastBlocks(rest: Uint8Array, length: number): Uint8Array {
  const padded = new Uint8Array(rest.length + 1 + LENGTH > BLOCK ? 2 * BLOCK : BLOCK)
  padded.set(rest)
  padded[rest.length] = 0x80
  const end = new DataView(padded.buffer, padded.length - LENGTH)
  end.setUint32(0, length << 3, true)
  end.setUint32(4, Math.floor(length / 2 ** 29), true)
  return padded
}

function mixIn(state: Int32Array, words: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0, byte = at; i < 16; i++, byte += 4) {
    words[i] = bytes[byte]! | (bytes[byte + 1]! << 8) | (bytes[byte + 2]! << 16) | (bytes[byte + 3]! << 24)
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  for (let i = 0; i < 64; i++) {
    const round = i >> 4
    let mixed: number
    let word: number
    if (round === 0) {
      mixed = d ^ (b & (c ^ d))
      word = i
    } else if (round === 1) {
      mixed = c ^ (d & (b ^ c))
      word = (5 * i + 1) & 15
    } else if (round === 2) {
      mixed = b ^ c ^ d
      word = (3 * i + 5) & 15
    } else {
      mixed = c ^ (b | ~d)
      word = (7 * i) & 15
    }
    const sum = (a + mixed + SINES[i]! + words[word]!) | 0
    const shift = SHIFTS[(round << 2) | (i & 3)]!
    a = d
    d = c
    c = b
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
  }
  state[0] = state[0]! + a
  state[1] = state[1]! + b
  state[2] = state[2]! + c
  state[3] = state[3]! + d
}

function hex(state: Int32Array): string {
  const view = new DataView(new ArrayBuffer(16))
  state.forEach((word, i) => view.setInt32(4 * i, word, true))
  return toHex(view.buffer)
}
