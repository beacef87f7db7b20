import { expect, it } from 'vitest'
import { localTime } from '../../bench/local-time.ts'
import { storm } from '../../bench/storm.ts'
import { runNode } from '../cli/run-fasti.ts'

const OPTIONS = { events: [0], quick: true, profiles: undefined, keep: undefined, progress: () => undefined }
/** The service is started and stopped, which takes its time where much else is going on. */
const LONG_MS = 120_000

it('lists the benchmarks', async () => {
  const { code, stdout } = await runNode(['bench/main.ts', '--list'], {})
  expect(code).toBe(0)
  expect(stdout).toMatch(/^feed-304 +\S/)
  expect(stdout).toMatch(/\nwebhooks-memory +\S.*\n$/)
})

it('refuses a benchmark it does not have', async () => {
  const { code, stdout, stderr } = await runNode(['bench/main.ts', 'feed-304', 'feed-305'], {})
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain("'feed-305' is invalid for argument 'names'. Allowed choices are feed-304, ")
})

it(
  'runs the service, and counts what it is not to do',
  async () => {
    const figures = await storm(OPTIONS)
    expect(figures).toContainEqual({
      ...{ name: 'storm, 1,000 subscribers, rows of subscribers written', unit: 'rows', value: 0 },
      ...{ peer: { name: 'subscribers', value: 1000 }, goal: { most: 0 } },
    })
    for (const { value, peer } of figures.filter(({ unit }) => unit !== 'rows')) {
      expect(value / peer.value).toBeGreaterThan(0)
    }
  },
  LONG_MS,
)

it('compares every odd hour of the local time', async () => {
  const [rate, different] = await localTime(OPTIONS)
  expect(rate!.value / rate!.peer.value).toBeGreaterThan(0)
  expect(different).toMatchObject({ value: 0, peer: { name: 'compared' }, goal: { most: 0 } })
  expect(different!.peer.value).toBeGreaterThan(1000)
})

it('says what to install where a peer is missing', async () => {
  // Without the folder of the system's programs there is neither Radicale nor Xandikos.
  const { code, stdout, stderr } = await runNode(['bench/main.ts', '--quick', 'feed-cold'], {
    PATH: '/nowhere',
  })
  expect([1, 2], stderr).toContain(code)
  expect(stdout).toContain('feed-cold, 50 events, 1 client: skipped, it is not installed: apt-get install')
})
