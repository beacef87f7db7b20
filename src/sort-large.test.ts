import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sortLarge } from './sort-large.ts'

const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key

it.each([0, 1, 4999, 5000, 5001, 10_000, 23_456])('sorts %i items like Array.sort', async (count) => {
  const items = Array.from({ length: count }, (_, at) => ({ key: (at * 7919) % 1000, at }))
  expect(await sortLarge(items, byKey)).toEqual([...items].sort(byKey))
})

it('lets others in between', async () => {
  let turns = 0
  let sorted = false
  const others = (async () => {
    while (!sorted) {
      await nextTurn()
      turns++
    }
  })()
  const slow = (a: number, b: number) => {
    for (let n = 0; n < 300; n++) Math.sqrt(n)
    return a - b
  }
  await sortLarge(
    Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 50_000),
    slow,
  )
  sorted = true
  await others
  expect(turns).toBeGreaterThan(1)
})
