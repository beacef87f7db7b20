import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client } from './client.ts'
import { run } from './processes.ts'

const SCRIPT = join(import.meta.dirname, 'reach.awk')
const LIMIT_MS = 30_000
/** The service stores reads every two seconds. */
const STORED_MS = 2500
/** Times are cut to milliseconds by nginx, twice, and by the service. */
const CUT_S = 0.003
/** Minutes: the finest class in which the service counts lags. */
const FINEST = 5

export interface Change {
  revision: number
  calendarId: string
  /** ISO 8601, UTC. */
  at: string
}

interface Counts {
  active: number
  reached: number
}

/** The readers that have a change, computed from the log of nginx. */
export interface Recomputed {
  people: Counts & { partly: number }
  /** By name. Lags in seconds: sums over the fetches, at least and at most. */
  applications: Map<string, Counts & { least: number; most: number }>
}

export async function recompute(log: string, change: Change): Promise<Recomputed> {
  const { code, out, err } = await run('awk', [
    ...['-v', `changed=${Date.parse(change.at) / 1000}`],
    ...['-f', SCRIPT, log],
  ])
  if (code !== 0) throw new Error(`reach.awk: ${err}`)
  const rows = out.split('\n').map((line) => line.split('\t'))
  const states = rows.filter(([kind]) => kind === 'person').map(([, , state]) => state)
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  const applications = rows
    .filter(([kind]) => kind === 'application')
    .map(([, name, ...numbers]) => [name!, numbers.map(Number) as [number, number, number, number]] as const)
  return {
    people: { active: states.length, reached: count('reached'), partly: count('partly') },
    applications: new Map(
      applications.map(([name, [active, reached, least, most]]) => [name, { active, reached, least, most }]),
    ),
  }
}

/** The sums of lags in seconds by application, and how many there are, according to the service's metrics. */
export type LagSums = Map<string, { sum: number; count: number }>

export async function readLagSums(url: string): Promise<LagSums> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const sums: LagSums = new Map()
  const lines = text.matchAll(/^fasti_change_lag_seconds_(sum|count)\{application="(.*?)"\} (\S+)$/gm)
  for (const [, kind, name, value] of lines)
    sums.set(name!, { ...(sums.get(name!) ?? { sum: 0, count: 0 }), [kind!]: Number(value) })
  return sums
}

interface ReachAnswer {
  data: {
    reach:
      (Counts & { partly: number; applications: (Counts & { name: string })[]; countedAt: string }) | null
    lags: { application: string; median: number; most: number }[]
  }
}

/**
 * Compares what the service says of a change with what awk says. `before`: the sums of lags before the change.
 * Returns their differences.
 */
export async function disagreements(
  client: Client,
  metricsUrl: string,
  change: Change,
  ours: Recomputed,
  before: LagSums,
): Promise<string[]> {
  await sleep(STORED_MS)
  const { reach, lags } = await countedAfter(client, change, Date.now())
  const after = await readLagSums(metricsUrl)
  const faults: string[] = []
  const compare = (what: string, service: unknown, awk: unknown) => {
    if (JSON.stringify(service) === JSON.stringify(awk)) return
    faults.push(`${what}: ${JSON.stringify(service)} says the service, ${JSON.stringify(awk)} awk`)
  }
  const { active, reached, partly } = reach
  compare('people', { active, reached, partly }, ours.people)
  compare(
    'applications',
    reach.applications.map(({ name, active, reached }) => [name, active, reached]).sort(),
    [...ours.applications].map(([name, { active, reached }]) => [name, active, reached]).sort(),
  )
  for (const [name, { reached, least, most }] of ours.applications) {
    const [from, to] = [before.get(name), after.get(name)]
    const sum = (to?.sum ?? 0) - (from?.sum ?? 0)
    compare(`fetches of ${name}`, (to?.count ?? 0) - (from?.count ?? 0), reached)
    if (sum < least - CUT_S || sum > most + CUT_S)
      faults.push(`lag of ${name}: ${sum} s says the service, ${least} to ${most} s awk`)
    const shown = lags.find(({ application }) => application === name)
    if (reached > 0 && !(shown && shown.median <= shown.most && shown.most <= FINEST))
      faults.push(`lag of ${name}: ${JSON.stringify(shown)} minutes says the service, ${most} s awk`)
  }
  return faults
}

/** The service counts from time to time. Returns the first counts that are later than `moment`. */
async function countedAfter(client: Client, { revision, calendarId }: Change, moment: number) {
  for (const deadline = Date.now() + LIMIT_MS; ; await sleep(200)) {
    const path = `/admin/api/changes/${revision}/reach`
    const { data } = await client.call<ReachAnswer>('GET', path, { calendarId })
    const { reach, lags } = data
    if (reach && Date.parse(reach.countedAt) >= moment) return { reach, lags }
    if (Date.now() > deadline) throw new Error(`the reach of ${revision} is not counted`)
  }
}
