import { expect, it } from 'vitest'
import { moveClock } from '../../proofs/clock-scenario.ts'
import { Receiver } from '../support/receiver.ts'
import { startTestApp } from '../support/test-app.ts'
import { userOf } from '../support/users.ts'

it('takes no harm from a clock that is set by two hours', async () => {
  const retrySeconds = [1, 2, 3]
  let offset = 0
  const now = () => Date.now() + offset
  const app = await startTestApp('sqlite', {
    now,
    worker: 'as set',
    config: (config) => ({
      ...config,
      batchIntervalMs: 500,
      webhooks: { allowPrivate: true, retrySeconds },
    }),
  })
  await using receiver = new Receiver()
  await receiver.listen()
  try {
    const club = await app.publisher()
    const browser = await userOf(app, club, 'owner')
    const setClock = (ms: number) => void (offset = ms)
    const world = { club, browser, receiver, setClock, now, retrySeconds }
    const { figures, broken } = await moveClock(world, { times: 1, progress: () => {} })
    expect(broken).toEqual([])
    expect(figures).toEqual({ moves: 8, attempts: 10 })
  } finally {
    await app.close()
  }
})
