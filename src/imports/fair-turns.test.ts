import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns.ts'

/** Work that ends when it is let go, and the order in which it began. */
function setUp(limits: ConstructorParameters<typeof FairTurns>[0]) {
  const turns = new FairTurns(limits)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const start = (owner: number, name: string, signal?: AbortSignal) =>
    turns.run(owner, signal, () => {
      began.push(name)
      return new Promise<string>((done) => ends.set(name, () => done(name)))
    })
  return { began, start, end: (name: string) => ends.get(name)!() }
}

it('runs what there is room for, one of each owner, and the others by turns', async () => {
  const { began, start, end } = setUp({ atOnce: 2, ofOne: 1, waiting: 8 })
  const all = [start(1, 'a1'), start(1, 'a2'), start(1, 'a3'), start(2, 'b1'), start(2, 'b2'), start(3, 'c1')]
  await expect.poll(() => began).toEqual(['a1', 'b1'])
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    await expect.poll(() => began).toContain(name)
    end(name)
  }
  await Promise.all(all)
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

it('gives the place of who leaves to the next, and of one that failed', async () => {
  const turns = new FairTurns({ atOnce: 1, ofOne: 1, waiting: 8 })
  const leaving = new AbortController()
  const first = turns.run(1, undefined, () => Promise.reject(new Error('no')))
  const second = turns.run(1, leaving.signal, () => Promise.resolve('second'))
  leaving.abort()
  await expect(first).rejects.toThrow('no')
  await expect(second).rejects.toThrow('broken off')
  expect(await turns.run(1, undefined, () => Promise.resolve('third'))).toBe('third')
  await expect(turns.run(1, AbortSignal.abort(), () => Promise.resolve('gone'))).rejects.toThrow('broken off')
})

it('refuses more that wait than it may hold', async () => {
  const { began, start, end } = setUp({ atOnce: 1, ofOne: 1, waiting: 1 })
  const all = [start(1, 'a1'), start(1, 'a2')]
  await expect(start(1, 'a3')).rejects.toMatchObject({ code: 'too_many' })
  const other = start(2, 'b1')
  for (const name of ['a1', 'b1', 'a2']) {
    await expect.poll(() => began).toContain(name)
    end(name)
  }
  await Promise.all([...all, other])
})
