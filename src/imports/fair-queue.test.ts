import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Jobs that end on `end(name)`, and the order in which they began. */
function setUp(limits: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(limits)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const start = (owner: number, name: string, signal?: AbortSignal) =>
    queue.run(owner, signal, () => {
      began.push(name)
      return new Promise<string>((done) => ends.set(name, () => done(name)))
    })
  return { began, start, end: (name: string) => ends.get(name)!() }
}

it('runs as many jobs as allowed, one of each owner, and the others by owner in turn', async () => {
  const { began, start, end } = setUp({ concurrent: 2, perOwner: 1, waiting: 8 })
  const all = [start(1, 'a1'), start(1, 'a2'), start(1, 'a3'), start(2, 'b1'), start(2, 'b2'), start(3, 'c1')]
  await expect.poll(() => began).toEqual(['a1', 'b1'])
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    await expect.poll(() => began).toContain(name)
    end(name)
  }
  await Promise.all(all)
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

it('starts the next job after one was aborted or failed', async () => {
  const queue = new FairQueue({ concurrent: 1, perOwner: 1, waiting: 8 })
  const leaving = new AbortController()
  const first = queue.run(1, undefined, () => Promise.reject(new Error('no')))
  const second = queue.run(1, leaving.signal, () => Promise.resolve('second'))
  leaving.abort()
  await expect(first).rejects.toThrow('no')
  await expect(second).rejects.toThrow('aborted')
  expect(await queue.run(1, undefined, () => Promise.resolve('third'))).toBe('third')
  await expect(queue.run(1, AbortSignal.abort(), () => Promise.resolve('gone'))).rejects.toThrow('aborted')
})

it('refuses a job if too many wait', async () => {
  const { began, start, end } = setUp({ concurrent: 1, perOwner: 1, waiting: 1 })
  const all = [start(1, 'a1'), start(1, 'a2')]
  await expect(start(1, 'a3')).rejects.toMatchObject({ code: 'too_many' })
  const other = start(2, 'b1')
  for (const name of ['a1', 'b1', 'a2']) {
    await expect.poll(() => began).toContain(name)
    end(name)
  }
  await Promise.all([...all, other])
})
