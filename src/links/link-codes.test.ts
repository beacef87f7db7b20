import { expect, it } from 'vitest'
import { newLinkCode, readCodedLink, writeCodedLink } from './link-codes.ts'

it.each([
  [1, 11],
  [56, 11],
  [57, 12],
  [3_248, 12],
  [2 ** 31 - 1, 16],
])('the address of a quick link of publisher %d is read as it was written', (publisherId, length) => {
  for (let position = 1; position <= 10; position++) {
    const link = { publisherId, code: newLinkCode(), position }
    const text = writeCodedLink(link)
    expect(text.replace(/-\d+$/, '')).toHaveLength(length)
    expect(readCodedLink(text)).toEqual(link)
  }
})

it.each([
  ['', 'abcdefghij', '0abcdefghij', '2abcdefghij', '23abcdefghij', '3abcdefghi0', '3abcdefghij-1'],
  ['3abcdefghij-11', '3abcdefghij-', '3abcdefghij-2 ', 'ZZZZZZabcdefghij', 'ü3abcdefghij', '3'.repeat(46)],
])('nothing else is read', (...texts) => {
  for (const text of texts) expect(readCodedLink(text), text).toBeUndefined()
})

it('codes differ', () => {
  expect(new Set(Array.from({ length: 10_000 }, newLinkCode)).size).toBe(10_000)
})
