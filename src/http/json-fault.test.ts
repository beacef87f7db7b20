import { describe, expect, it } from 'vitest'
import { findJsonFault } from './json-fault.ts'

describe('the position of the first fault', () => {
  it.each([
    ['', 0],
    ['  ', 2],
    ['{', 1],
    ['{"a":x}', 5],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ['{a:1}', 1],
    ['[1,2,]', 5],
    ['[1 2]', 3],
    ['[1}', 2],
    ['{"a":1]', 6],
    ['{} {}', 3],
    ['{"a":[true,nul]}', 11],
    ['{"a":"b', 5],
    ['01', 1],
    ['[1.]', 2],
    [']', 0],
    [',', 0],
    ['\n\n  {"a"\n:\n"\\x"}', 11],
    ["{'a':1}", 1],
    ['{"a":1}}', 7],
    ['NaN', 0],
  ])('%j: %i', (text, position) => {
    expect(() => JSON.parse(text) as unknown).toThrow()
    expect(findJsonFault(text)).toBe(position)
  })

  it('is the end of a text without faults', () => {
    for (const text of ['{"a":[1,-0.5e+3,{"b":null},[],{}],"c":"\\u00e9\\n"}', ' true ', '"x"'])
      expect(findJsonFault(text)).toBe(text.length)
  })

  it('is found in a deep text and in a long string', () => {
    expect(findJsonFault('['.repeat(500_000))).toBe(500_000)
    expect(findJsonFault(`"${'\\n'.repeat(400_000)}" x`)).toBe(800_003)
  })
})
