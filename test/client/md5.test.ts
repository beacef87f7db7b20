import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { md5 } from '../../client/src/md5.ts'

const expected = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

it.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('answers what RFC 1321 says of "%s"', (text, digest) => {
  expect(md5(new TextEncoder().encode(text))).toBe(digest)
})

it('agrees with OpenSSL on every length over four blocks, zeros and ones among them', () => {
  for (let length = 0; length <= 260; length++) {
    for (const bytes of [randomBytes(length), Buffer.alloc(length), Buffer.alloc(length, 0xff)]) {
      expect(md5(bytes), `${length} bytes`).toBe(expected(bytes))
    }
  }
})

it('agrees with OpenSSL on thousands of random inputs, wherever they lie in their buffer', () => {
  const all = randomBytes(20_000)
  for (let i = 0; i < 3000; i++) {
    const start = Math.floor(Math.random() * 5000)
    const bytes = all.subarray(start, start + Math.floor(Math.random() * 3000))
    expect(md5(bytes)).toBe(expected(bytes))
  }
})

it('agrees with OpenSSL on a batch of the largest size', () => {
  const bytes = randomBytes(1_000_000)
  expect(md5(bytes)).toBe(expected(bytes))
})
