import { expect, it } from 'vitest'
import { type HashingFor, HashingQueue } from './hashing-queue.ts'

/** A queue of one task at a time, which ends when `end` is called. `begun` lists the tasks in order. */
function watchedQueue(mayWait: number) {
  const queue = new HashingQueue({ atOnce: 1, mayWait })
  const begun: string[] = []
  const refused: string[] = []
  let end = () => {}
  const ask = (name: string, lane: HashingFor['lane'], source: string) => {
    const work = () => {
      begun.push(name)
      return new Promise<void>((done) => void (end = done))
    }
    queue.run({ lane, source }, work).catch(() => refused.push(name))
  }
  const settle = () => new Promise((done) => setImmediate(done))
  const endAll = async () => {
    for (let served = -1; served < begun.length;) {
      served = begun.length
      end()
      await settle()
    }
  }
  return { ask, begun, refused, settle, endAll }
}

it('serves addresses in rotation, however many requests each has sent', async () => {
  const { ask, begun, endAll } = watchedQueue(40)
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, 'stranger', 'a')
  for (const name of ['b1', 'b2']) ask(name, 'stranger', 'b')
  ask('c1', 'stranger', 'c')
  await endAll()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('alternates between known users and strangers', async () => {
  const { ask, begun, endAll } = watchedQueue(40)
  for (const name of ['s1', 's2', 's3', 's4']) ask(name, 'stranger', name)
  for (const name of ['k1', 'k2']) ask(name, 'known', name)
  await endAll()
  expect(begun).toEqual(['s1', 'k1', 's2', 'k2', 's3', 's4'])
})

it('is not filled by one address: its places are given to others', async () => {
  const { ask, begun, refused, settle, endAll } = watchedQueue(4)
  ask('first', 'stranger', 'a')
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask(name, 'stranger', 'a')
  await settle()
  expect(refused).toEqual(['a5'])
  ask('b1', 'stranger', 'b')
  ask('c1', 'stranger', 'c')
  ask('b2', 'stranger', 'b')
  await settle()
  expect(refused).toEqual(['a5', 'a4', 'a3', 'b2'])
  await endAll()
  expect(begun).toEqual(['first', 'a1', 'b1', 'c1', 'a2'])
})

it('has separate places for known users and strangers', async () => {
  const { ask, begun, refused, settle, endAll } = watchedQueue(2)
  for (const name of ['s1', 's2', 's3', 's4']) ask(name, 'stranger', name)
  ask('k1', 'known', 'k')
  await settle()
  expect(refused).toEqual(['s4'])
  await endAll()
  expect(begun).toEqual(['s1', 'k1', 's2', 's3'])
})

it('goes on after a hashing that fails', async () => {
  const queue = new HashingQueue({ atOnce: 1, mayWait: 1 })
  const who = { lane: 'stranger', source: 'a' } as const
  const failing = queue.run(who, () => Promise.reject(new Error('no memory')))
  const next = queue.run(who, () => Promise.resolve('hash'))
  await expect(failing).rejects.toThrow('no memory')
  expect(await next).toBe('hash')
})
