import { gunzipSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deflate } from './deflate.ts'
import { joinGzip, joinPlain } from './piece.ts'
import { fill, type Hole, type Template } from './template.ts'

const TOKEN_LENGTH = 46
const LAST_BLOCK = Buffer.from([3, 0])
const tokens = fc.stringMatching(new RegExp(`^[\\w-]{${TOKEN_LENGTH}}$`))

/** Texts, with the pieces of a token between them: the whole token each time, however it is split. */
const templates = fc
  .array(fc.tuple(text(), fc.array(fc.integer({ min: 1, max: TOKEN_LENGTH - 1 }), { maxLength: 2 })), {
    maxLength: 20,
  })
  .map((parts) => templateOf(parts))

function text() {
  const words = fc.constantFrom(
    'DTSTART;TZID=Europe/London:',
    'BEGIN:VEVENT\r\n',
    'Zürich ',
    '東京',
    'kick-off ',
    'x',
  )
  return fc.oneof(
    fc.array(words, { maxLength: 60 }).map((list) => list.join('')),
    fc.uint8Array({ maxLength: 40, min: 2 }).map((octets) => Buffer.from(octets).toString('latin1')),
  )
}

function templateOf(parts: [text: string, splits: number[]][], end = 'END'): Template {
  const pieces: Buffer[] = []
  const holes: Hole[] = []
  let at = 0
  const push = (bytes: Buffer) => {
    pieces.push(bytes)
    at += bytes.length
  }
  for (const [words, splits] of parts) {
    push(Buffer.from(words))
    const places = [0, ...new Set(splits.toSorted((a, b) => a - b)), TOKEN_LENGTH]
    places.slice(0, -1).forEach((offset, i) => {
      const length = places[i + 1]! - offset
      holes.push({ at, offset, length })
      push(Buffer.alloc(length, 1))
      push(Buffer.from('\r\n '))
    })
  }
  push(Buffer.from(end))
  return { bytes: Buffer.concat(pieces), holes }
}

function filled(template: Template, token: string): Buffer {
  const target = Buffer.alloc(template.bytes.length)
  fill(template, Buffer.from(token), target, 0)
  return target
}

function expectSame(template: Template, token: string) {
  const deflated = filled(deflate(template), token)
  expect(inflateRawSync(Buffer.concat([deflated, LAST_BLOCK])).equals(filled(template, token))).toBe(true)
}

describe('a deflated template', () => {
  it('holds the text with any token', () => {
    fc.assert(
      fc.property(templates, tokens, tokens, (template, one, other) => {
        for (const token of [one, other]) expectSame(template, token)
      }),
    )
  })

  it('joins with others in any order to one gzip file', () => {
    fc.assert(
      fc.property(fc.array(templates, { maxLength: 5 }), tokens, (list, token) => {
        const pieces = list.map((plain) => ({ plain }))
        for (const order of [pieces, pieces.toReversed(), [...pieces, ...pieces]])
          expect(gunzipSync(joinGzip(order, token)).equals(joinPlain(order, token))).toBe(true)
      }),
    )
  })

  it('is whole where nothing repeats, and where all does', () => {
    const random = Buffer.from(
      Array.from({ length: 200_000 }, (_, i) => 2 + (((i * 7919 * (i % 251)) >> 3) % 254)),
    )
    for (const bytes of [random, Buffer.alloc(200_000, 'a'), Buffer.alloc(0), Buffer.from('abc')])
      expectSame({ bytes, holes: [] }, 't'.repeat(TOKEN_LENGTH))
  })

  it('repeats the token where it was before, and opens a hole where that is too far away', () => {
    const near = deflate(templateOf(Array.from({ length: 40 }, (_, i) => [`Event ${i} `, []])))
    expect(near.holes).toHaveLength(1)
    const far = templateOf(Array.from({ length: 4 }, (_, i) => ['y'.repeat(40_000 + i), []]))
    expect(deflate(far).holes).toHaveLength(4)
    expectSame(far, 'k'.repeat(TOKEN_LENGTH))
  })

  it('is much smaller than its text', () => {
    const template = templateOf(
      Array.from({ length: 200 }, (_, i) => [`BEGIN:VEVENT\r\nSUMMARY:Round ${i}\r\n`, [20]]),
    )
    expect(deflate(template).bytes.length).toBeLessThan(template.bytes.length / 4)
  })

  it('is the same each time', () => {
    const template = templateOf([['Some words and some words and other words', [10, 40]]])
    expect(deflate(template)).toEqual(deflate(template))
  })
})
