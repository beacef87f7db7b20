import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../../test/support/databases.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { countRequest, deleteOldWindows, type Limit } from './request-window.ts'

const LIMIT: Limit = { requests: 3, lengthMs: 1000 }
const NOW = 1_800_000_000_000

describe.each(DATABASES)('request windows on %s', (kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(kind)
  })
  afterAll(() => app.close())
  const count = (name: string, now: number, limit = LIMIT, publisherId = 1) =>
    countRequest(app.ctx.database.limits, publisherId, name, limit, now)

  it('let the allowed number of requests through until they close', async () => {
    expect(await count('a', NOW)).toEqual({ allowed: true, remaining: 2, resetMs: 1000 })
    expect(await count('a', NOW + 400)).toEqual({ allowed: true, remaining: 1, resetMs: 600 })
    expect(await count('a', NOW + 400)).toEqual({ allowed: true, remaining: 0, resetMs: 600 })
    expect(await count('a', NOW + 999)).toEqual({ allowed: false, remaining: 0, resetMs: 1 })
    expect(await count('a', NOW + 1000)).toEqual({ allowed: true, remaining: 2, resetMs: 1000 })
  })

  it('are kept apart by name and publisher', async () => {
    for (let i = 0; i < 4; i++) await count('b', NOW)
    expect((await count('b', NOW)).allowed).toBe(false)
    expect((await count('B', NOW)).allowed).toBe(true)
    expect((await count('b', NOW, LIMIT, 2)).allowed).toBe(true)
  })

  it('stay open for a process whose clock is up to 10 seconds behind', async () => {
    for (let i = 0; i < 3; i++) await count('c', NOW)
    expect(await count('c', NOW - 1)).toEqual({ allowed: false, remaining: 0, resetMs: 1001 })
    expect(await count('c', NOW - 10_000)).toMatchObject({ allowed: false, resetMs: 11_000 })
  })

  it('count as closed when they seem to open far in the future', async () => {
    for (let i = 0; i < 4; i++) await count('e', NOW)
    expect(await count('e', NOW - 10_001)).toEqual({ allowed: true, remaining: 2, resetMs: 1000 })
    expect(await count('e', NOW)).toMatchObject({ allowed: true, remaining: 2 })
  })

  it('let exactly the allowed number through when all come at once', async () => {
    const limit = { requests: 20, lengthMs: 1000 }
    const allowances = await Promise.all(Array.from({ length: 60 }, () => count('d', NOW, limit)))
    expect(allowances.filter(({ allowed }) => allowed)).toHaveLength(20)
    const left = allowances.map(({ remaining }) => remaining).sort((a, b) => b - a)
    expect(left.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i))
  })

  it('are deleted after a while', async () => {
    await count('old', NOW - 10)
    await count('new', NOW)
    await deleteOldWindows(app.ctx.database.limits, NOW)
    const rows = await app.ctx.database.limits.selectFrom('request_window').select('name').execute()
    expect(rows.map((row) => row.name)).toContain('new')
    expect(rows.map((row) => row.name)).not.toContain('old')
  })
})
