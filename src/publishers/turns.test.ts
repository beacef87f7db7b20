import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { createTurns, type Turns } from './turns.ts'

const NOW = 1_800_000_000_000

describe('turns', () => {
  let app: TestApp
  let turns: Turns
  const stopping = new AbortController()
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    turns = createTurns(app.ctx.database.limits, { perSecond: 0.5, burst: 1 }, () => NOW, stopping.signal)!
  })
  afterAll(() => app.close())

  let names = 0
  /** Asks for the second turn of a new name, which comes two seconds later. */
  async function askToWait(publisherId: number, bytes: number) {
    const name = `key ${++names}`
    const onLeave = () => {}
    await turns.take({ publisherId, name, bytes: 0, onLeave })
    return { turn: turns.take({ publisherId, name, bytes, onLeave }) }
  }

  it('are not waited for with more than 4 MB of one publisher, nor with more than 32 MB in all', async () => {
    const first = await askToWait(1, 2_500_000)
    expect(await (await askToWait(1, 2_500_000)).turn).toMatchObject({ taken: false, remaining: 0 })
    const others = []
    for (let publisher = 2; publisher <= 9; publisher++) others.push(await askToWait(publisher, 3_600_000))
    expect((await (await askToWait(10, 3_600_000)).turn).taken).toBe(false)
    stopping.abort()
    const waited = await Promise.all([first, ...others].map(({ turn }) => turn))
    expect(waited.every(({ taken, left }) => taken && !left)).toBe(true)
  })
})
