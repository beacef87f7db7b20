import { expect, it } from 'vitest'
import { readRetryAfter } from './retry.ts'

const now = Date.UTC(2026, 0, 1, 12, 0, 0)

it.each([
  ['0', 0],
  ['120', 120],
  ['Thu, 01 Jan 2026 12:10:00 GMT', 600],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['1e3', undefined],
  ['9999999999', undefined],
  ['2026-01-01T13:00:00Z', undefined],
  ['Thu, 99 Jan 2026 12:10:00 GMT', undefined],
])('reads Retry-After: %s', (value, seconds) => {
  expect(readRetryAfter(value, now)).toBe(seconds)
})
