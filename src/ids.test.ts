import { describe, expect, it } from 'vitest'
import { isId, newId } from './ids.ts'

describe('newId', () => {
  it('begins with the time and is an id', () => {
    const at = Date.UTC(2040, 0, 1)
    const id = newId(at)
    expect(isId(id)).toBe(true)
    expect(parseInt(id.slice(0, 12), 16)).toBe(at)
  })

  it('always rises, within a millisecond, from one to the next, and if the clock is set back', () => {
    const start = Date.UTC(2041, 0, 1)
    const times = [
      ...Array<number>(5000).fill(start),
      start + 1,
      start - 3_600_000,
      start - 1,
      start + 1,
      start + 2,
    ]
    const ids = times.map((at) => newId(at))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('cannot be guessed from the one before', () => {
    const at = Date.UTC(2042, 0, 1)
    const ids = Array.from({ length: 200 }, () => parseInt(newId(at).slice(12), 16))
    const steps = ids.slice(1).map((id, i) => id - ids[i]!)
    expect(new Set(steps).size).toBeGreaterThan(190)
    expect(newId(at + 1).slice(12)).not.toBe(newId(at + 2).slice(12))
  })
})

it.each([
  ['0123456789abcdef01234567', true],
  ['0123456789ABCDEF01234567', false],
  ['0123456789abcdef0123456', false],
  ['0123456789abcdef012345678', false],
  ['0123456789abcdef0123456\n', false],
  ['g123456789abcdef01234567', false],
  ['', false],
  [null, false],
  [['0123456789abcdef01234567'], false],
])('recognises an id: %j', (text, expected) => {
  expect(isId(text)).toBe(expected)
})
