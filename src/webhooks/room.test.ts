import { expect, it } from 'vitest'
import type { Callback } from './callback.ts'
import { Room } from './room.ts'

/** A callback; each publisher's `number`th is on a host of its own. */
function callbackOf(publisherId: number, number = 0): Callback {
  const url = `https://receiver-${publisherId}-${number}.example.com/`
  return { publisherId, id: `${publisherId}-${number}`, url } as Callback
}

/** Starts as many deliveries as there is room for; their ends. */
function fill(room: Room, callback: Callback, othersWait = true): ((durationMs: number) => void)[] {
  return Array.from({ length: room.left(callback, othersWait) }, () => room.enter(callback))
}

const counts = (room: Room, publisherId: number, othersWait: boolean) =>
  Array.from({ length: 20 }, (_, n) => fill(room, callbackOf(publisherId, n), othersWait).length).filter(
    (count) => count > 0,
  )

it('gives one publisher a quarter of the places while others wait, else half', () => {
  const room = new Room()
  expect(counts(room, 1, true)).toEqual([16, 16])
  expect(counts(room, 1, false)).toEqual([16, 16])
  expect(counts(room, 1, false)).toEqual([])
  // A newcomer finds places at once: there are 128 in all.
  expect(counts(room, 2, true)).toEqual([16, 16])
  expect(counts(room, 3, true)).toEqual([16, 16])
  expect(counts(room, 4, true)).toEqual([])
})

it('gives places back', () => {
  const room = new Room()
  const [first, second] = [callbackOf(1), callbackOf(1, 1)]
  const leave = [...fill(room, first), ...fill(room, second)]
  expect(room.left(callbackOf(1, 2), true)).toBe(0)
  for (const end of leave) end(20)
  expect(room.left(first, true)).toBe(16)
  expect(room.left(callbackOf(1, 2), true)).toBe(16)
})

it.each([
  [900, 16],
  [1000, 16],
  [2000, 8],
  [4100, 3],
  [9500, 1],
  [10_000, 1],
])('gives a callback that takes %i ms %i places at a time, whatever it answers', (ms, places) => {
  const room = new Room()
  for (const end of fill(room, callbackOf(1))) end(ms)
  expect(room.left(callbackOf(1), true)).toBe(places)
  expect(room.left(callbackOf(1, 1), true)).toBe(16)
})

it('does not take one quick answer among slow ones for a recovery', () => {
  const room = new Room()
  const answer = (ms: number) => {
    room.enter(callbackOf(1))(ms)
    return room.left(callbackOf(1), true)
  }
  expect([9600, 10, 10, 10, 10].map(answer)).toEqual([1, 3, 6, 13, 16])
})

it('keeps half of the places free of slow callbacks, however many publishers have them', () => {
  const room = new Room()
  const slow = Array.from({ length: 200 }, (_, n) => callbackOf(1 + Math.floor(n / 20), n % 20))
  for (const callback of slow) room.enter(callback)(9500)
  expect(slow.flatMap((callback) => fill(room, callback))).toHaveLength(64)
  expect(fill(room, callbackOf(90))).toHaveLength(16)
})

it('lets no publisher take a host from the others', () => {
  const room = new Room()
  const onHost = (publisherId: number, n: number) => ({
    ...callbackOf(publisherId, n),
    url: 'https://hooks.example.com/',
  })
  for (let n = 0; n < 20; n++) fill(room, onHost(1, n))
  expect(room.left(onHost(2, 0), true)).toBe(16)
  for (let n = 0; n < 20; n++) fill(room, onHost(2, n))
  expect(room.left(onHost(3, 0), true)).toBe(0)
  expect(room.left(callbackOf(3), true)).toBe(16)
})
