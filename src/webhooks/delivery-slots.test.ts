import { expect, it } from 'vitest'
import type { Callback } from './callback.ts'
import { DeliverySlots } from './delivery-slots.ts'

/** A callback; each publisher's `number`th is on a host of its own. */
function callbackOf(publisherId: number, number = 0): Callback {
  const url = `https://receiver-${publisherId}-${number}.example.com/`
  return { publisherId, id: `${publisherId}-${number}`, url } as Callback
}

/** Takes all free slots of a callback. Returns their releases. */
function fill(slots: DeliverySlots, callback: Callback, othersWait = true): ((durationMs: number) => void)[] {
  return Array.from({ length: slots.free(callback, othersWait) }, () => slots.take(callback))
}

const counts = (slots: DeliverySlots, publisherId: number, othersWait: boolean) =>
  Array.from({ length: 20 }, (_, n) => fill(slots, callbackOf(publisherId, n), othersWait).length).filter(
    (count) => count > 0,
  )

it('gives one publisher a quarter of the places while others wait, else half', () => {
  const slots = new DeliverySlots()
  expect(counts(slots, 1, true)).toEqual([16, 16])
  expect(counts(slots, 1, false)).toEqual([16, 16])
  expect(counts(slots, 1, false)).toEqual([])
  // A newcomer finds places at once: there are 128 in all.
  expect(counts(slots, 2, true)).toEqual([16, 16])
  expect(counts(slots, 3, true)).toEqual([16, 16])
  expect(counts(slots, 4, true)).toEqual([])
})

it('gives places back', () => {
  const slots = new DeliverySlots()
  const [first, second] = [callbackOf(1), callbackOf(1, 1)]
  const leave = [...fill(slots, first), ...fill(slots, second)]
  expect(slots.free(callbackOf(1, 2), true)).toBe(0)
  for (const end of leave) end(20)
  expect(slots.free(first, true)).toBe(16)
  expect(slots.free(callbackOf(1, 2), true)).toBe(16)
})

it.each([
  [900, 16],
  [1000, 16],
  [2000, 8],
  [4100, 3],
  [9500, 1],
  [10_000, 1],
])('gives a callback that takes %i ms %i places at a time, whatever it answers', (ms, places) => {
  const slots = new DeliverySlots()
  for (const end of fill(slots, callbackOf(1))) end(ms)
  expect(slots.free(callbackOf(1), true)).toBe(places)
  expect(slots.free(callbackOf(1, 1), true)).toBe(16)
})

it('does not take one quick answer among slow ones for a recovery', () => {
  const slots = new DeliverySlots()
  const answer = (ms: number) => {
    slots.take(callbackOf(1))(ms)
    return slots.free(callbackOf(1), true)
  }
  expect([9600, 10, 10, 10, 10].map(answer)).toEqual([1, 3, 6, 13, 16])
})

it('keeps half of the places free of slow callbacks, however many publishers have them', () => {
  const slots = new DeliverySlots()
  const slow = Array.from({ length: 200 }, (_, n) => callbackOf(1 + Math.floor(n / 20), n % 20))
  for (const callback of slow) slots.take(callback)(9500)
  expect(slow.flatMap((callback) => fill(slots, callback))).toHaveLength(64)
  expect(fill(slots, callbackOf(90))).toHaveLength(16)
})

it('lets no publisher take a host from the others', () => {
  const slots = new DeliverySlots()
  const onHost = (publisherId: number, n: number) => ({
    ...callbackOf(publisherId, n),
    url: 'https://hooks.example.com/',
  })
  for (let n = 0; n < 20; n++) fill(slots, onHost(1, n))
  expect(slots.free(onHost(2, 0), true)).toBe(16)
  for (let n = 0; n < 20; n++) fill(slots, onHost(2, n))
  expect(slots.free(onHost(3, 0), true)).toBe(0)
  expect(slots.free(callbackOf(3), true)).toBe(16)
})
