import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeText, foldLine } from './text.ts'

describe('escapeText', () => {
  it.each([
    ['Main Stand: 19:30 "sharp"', 'Main Stand: 19:30 "sharp"'],
    ['a\\b;c,d', 'a\\\\b\\;c\\,d'],
    ['one\ntwo\r\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['\u2028\u2029\u0085\v\f', '\\n\\n\\n\\n\\n'],
    ['tab\tstays, NUL\0 and \x1b[31m \x7f \x9f go', 'tab\tstays\\, NUL and [31m   go'],
    ['half of a pair: \ud83c', 'half of a pair: \ufffd'],
    ['試合 🏉', '試合 🏉'],
    ['', ''],
  ])('%j', (text, escaped) => expect(escapeText(text)).toBe(escaped))
})

describe('foldLine', () => {
  it('leaves a line of 75 octets whole', () => {
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75) + '\r\n')
    expect(foldLine('試'.repeat(25))).toBe('試'.repeat(25) + '\r\n')
  })

  it('folds a longer one; the leading space counts', () => {
    expect(foldLine('x'.repeat(150))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x\r\n`)
    expect(foldLine('試'.repeat(26))).toBe(`${'試'.repeat(25)}\r\n 試\r\n`)
  })

  it.each([71, 72, 73, 74, 75])('keeps an emoji whole after %i octets', (before) => {
    const lines = foldLine('x'.repeat(before) + '🏉' + 'y'.repeat(80)).split('\r\n')
    expect(lines[0]).toBe('x'.repeat(before) + (before === 71 ? '🏉' : ''))
  })

  it('loses nothing and stays within 75 octets, with any text', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 400 }).map((text) => text.replace(/[\r\n]/g, ''))
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldLine(text)
        expect(folded.replaceAll('\r\n ', '')).toBe(text + '\r\n')
        for (const line of folded.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      }),
    )
  })
})
