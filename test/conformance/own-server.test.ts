import { SECTION_NAMES } from '@fasti/conformance'
import { describe, expect, it } from 'vitest'
import { runFasti } from '../cli/run-fasti.ts'
import { runHere } from '../cli/run-here.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { detailsOf, runAgainst } from './run-against.ts'

/** Requests are spaced as if they went to somebody else's server. */
const PATIENCE = { timeout: 120_000 }

describe.concurrent('conformance', () => {
  const app = useTestApp('sqlite', { worker: true })

  it.concurrent('is whole on our own server, and leaves nothing behind', PATIENCE, async () => {
    const publisher = await app.publisher({ partner: true })
    const results = await runAgainst(publisher, [], { partner: true })
    expect(detailsOf(results)).toEqual([])
    const skipped = results.filter(({ outcome }) => outcome === 'skip').map(({ name }) => name)
    expect(skipped).toEqual(['pacing of batches'])
    expect(new Set(results.map(({ section }) => section))).toEqual(new Set(SECTION_NAMES))
    expect(results.length).toBeGreaterThan(200)

    expect((await publisher.get('/calendar?showDraft=1')).body.data).toEqual([])
    expect((await publisher.get('/batch/events?type=private')).body.data).toEqual([])
    const people = (await publisher.get('/admin/api/subscribers')).body.data
    expect(people.map(({ state }: Json) => state)).toEqual(['left', 'left', 'left'])
    expect((await publisher.get('/admin/api/callbacks')).body.data).toEqual([])
  })

  it.concurrent('skips what it has nobody for, and says why', PATIENCE, async () => {
    const publisher = await app.publisher()
    const given = await publisher.subscriber()
    const results = await runAgainst(publisher, ['leaving', 'private-events'], { svcId: given.svcId })
    expect(detailsOf(results)).toEqual([])
    expect(results.filter(({ outcome }) => outcome === 'skip')).toEqual([
      expect.objectContaining({ section: 'leaving', detail: 'the subscriber was given by --svc-id' }),
    ])
    expect((await publisher.get(`/subscriber/${given.svcId}`)).body.data.IsActive).toBe(true)
  })

  it.concurrent('refuses an account that has calendars called as its own', async () => {
    const publisher = await app.publisher()
    await publisher.calendar({ name: 'Conformance test of somebody' })
    await expect(runAgainst(publisher)).rejects.toThrow(/remove them, or use a separate publisher/)
  })

  it.concurrent('refuses a wrong secret, and a server that does not answer', async () => {
    const { url, apiKey } = await app.publisher()
    await expect(runAgainst({ url, apiKey, secret: 'wrong' })).rejects.toThrow(/API signature does not match/)
    await expect(runAgainst({ url: 'http://127.0.0.1:9', apiKey, secret: 'x' })).rejects.toThrow(
      /does not answer/,
    )
  })

  it.concurrent('prints a line for each check and totals, and tells by its exit code', async () => {
    const { url, apiKey, secret } = await app.publisher()
    const args = [
      'conformance',
      '--url',
      url,
      `--api-key=${apiKey}`,
      `--secret=${secret}`,
      '--only',
      'signing',
    ]
    const { code, stdout } = await runFasti(args, {})
    expect(code).toBe(0)
    expect(stdout).toMatch(/^signing\n {2}ok {4}the vectors come out as documented\n/)
    expect(stdout).toMatch(/\nall +\d+ ok +0 failed +0 skipped\n$/)
    const other = await runHere(['conformance', '--url', url, `--api-key=${apiKey}`, '--secret=x'], {})
    expect(other).toMatchObject({ code: 1, stdout: '' })
    expect(other.stderr).toMatch(/^fasti: the list of calendars can't be read with this key: 403 /)
  })
})

describe.concurrent('conformance on PostgreSQL', () => {
  const app = useTestApp('postgres', { worker: true })

  it.concurrent('is whole where databases could differ', PATIENCE, async () => {
    const sections = [
      'calendars',
      'events',
      'batch-add',
      'batch-get',
      'batch-delete',
      'subscribers',
      'leaving',
    ]
    expect(detailsOf(await runAgainst(await app.publisher(), sections))).toEqual([])
  })
})

describe.concurrent('conformance on a server that paces', () => {
  const app = useTestApp('sqlite', { config: (config) => ({ ...config, batchIntervalMs: 2000 }) })

  it.concurrent('keeps to the pace, and sees that it is kept', PATIENCE, async () => {
    const results = await runAgainst(await app.publisher(), ['pacing', 'batch-get'], { paceMs: 2100 })
    expect(detailsOf(results)).toEqual([])
    expect(results.some(({ outcome }) => outcome === 'skip')).toBe(false)
  })
})
