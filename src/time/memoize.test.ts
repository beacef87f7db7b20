import { expect, it } from 'vitest'
import { memoize } from './memoize.ts'

it('computes once per key, even if the result is undefined', () => {
  const asked: string[] = []
  const find = memoize(10, (key: string) => {
    asked.push(key)
    return key === 'known' ? 1 : undefined
  })
  expect([find('known'), find('odd'), find('known'), find('odd')]).toEqual([1, undefined, 1, undefined])
  expect(asked).toEqual(['known', 'odd'])
})

it('holds no more than its limit', () => {
  let computed = 0
  const find = memoize(2, () => ++computed)
  for (const key of ['a', 'b', 'c', 'c']) find(key)
  expect(computed).toBe(3)
  find('a')
  expect(computed).toBe(4)
})
