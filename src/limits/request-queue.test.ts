import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { createRequestQueue, type RequestQueue } from './request-queue.ts'

const NOW = 1_800_000_000_000

describe('the request queue', () => {
  let app: TestApp
  let queue: RequestQueue
  const stopping = new AbortController()
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    const pace = { perSecond: 0.5, burst: 1 }
    queue = createRequestQueue(app.ctx.database.limits, pace, () => NOW, stopping.signal)!
  })
  afterAll(() => app.close())

  let names = 0
  /** Asks for the second token of a new bucket, which is free two seconds later. */
  async function askToWait(publisherId: number, bytes: number) {
    const name = `key ${++names}`
    const onLeave = () => {}
    await queue.wait({ publisherId, name, bytes: 0, onLeave })
    return { result: queue.wait({ publisherId, name, bytes, onLeave }) }
  }

  it('holds at most 4 MB of one publisher, and 32 MB in all', async () => {
    const first = await askToWait(1, 2_500_000)
    expect(await (await askToWait(1, 2_500_000)).result).toMatchObject({ granted: false, remaining: 0 })
    const others = []
    for (let publisher = 2; publisher <= 9; publisher++) others.push(await askToWait(publisher, 3_600_000))
    expect((await (await askToWait(10, 3_600_000)).result).granted).toBe(false)
    stopping.abort()
    const results = await Promise.all([first, ...others].map(({ result }) => result))
    expect(results.every(({ granted, clientLeft }) => granted && !clientLeft)).toBe(true)
  })
})
