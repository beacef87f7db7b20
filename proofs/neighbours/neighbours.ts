import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../../bench/processes.ts'
import { workFolder } from '../../bench/work-folder.ts'
import { freePort } from '../../test/support/free-port.ts'
import { launchService, type Settings } from '../../test/support/launch-service.ts'
import type { Sample } from '../normal-client.ts'
import { type Options, type Outcome, type Proof, until } from '../proof.ts'
import { type AttackName, type AttackReport, ATTACKS, type Order, type Target } from './attack.ts'
import { BESIDE } from './beside.ts'
import { pollOften, POLLS } from './polls.ts'
import { p99, round } from './times.ts'
import { makeWorld, type Sizes, type World } from './world.ts'

/** Times below this are not compared: a few milliseconds more are the machine's. */
const FLOOR_MS = 5
const FACTOR = 2
const POLLED_MS = 50
/** Until the caches are warm and what an attack left behind is done. */
const SETTLE_MS = 1000
const WARM_UP = 20

/** The result of one attack. */
export interface Row {
  attack: AttackName
  /** Before and after. */
  alone: Sample[]
  beside: Sample[]
  /** How often the attack was performed, and its answers by status. */
  report: AttackReport
  /** Faults that the neighbour met beside slow polls. */
  harm: string[]
}

export const neighbours: Proof = {
  promise: `no attack of a neighbour doubles the p99 of another publisher's signed GETs and feed polls`,
  times: 300,
  async run(options) {
    const rows = await attackInTurn(options, ATTACKS, { privateEvents: 50_000, publicEvents: 100_000 })
    const judged = rows.map((row) => ({ row, broken: judge(row) }))
    return {
      figures: { attacks: rows.length, 'polls beside each': options.times * POLLS.length },
      rows: judged.map(({ row, broken }) => lineOf(row, broken)),
      broken: judged.flatMap(({ broken }) => broken),
    } satisfies Outcome
  },
}

/** Performs attacks one after the other, each on a service that was just started; `times` polls of each kind beside. */
export async function attackInTurn(
  { times, progress }: Options,
  names: readonly AttackName[],
  sizes: Sizes,
): Promise<Row[]> {
  using folder = workFolder()
  const settings = {
    FASTI_DATA: folder.path,
    FASTI_BATCH_INTERVAL_MS: '0',
    FASTI_ALLOW_PRIVATE_CALLBACKS: '1',
    FASTI_TRUST_PROXY: '1',
    PORT: `${await freePort()}`,
  }
  progress('two publishers are made')
  const { world, target } = await makeWorld(settings, sizes)
  const rows: Row[] = []
  for (const name of names) {
    progress(name)
    rows.push(await attackOnce(settings, world, target, name, times))
  }
  return rows
}

async function attackOnce(
  settings: Settings,
  world: World,
  target: Target,
  attack: AttackName,
  times: number,
): Promise<Row> {
  const service = await launchService(settings).listening
  try {
    await pollOften(world, WARM_UP)
    await sleep(SETTLE_MS)
    const before = await pollOften(world, Math.ceil(times / 2))
    const { beside, report, harm } = await besideAttack(world, { name: attack, target }, times)
    await sleep(SETTLE_MS)
    const after = await pollOften(world, Math.ceil(times / 2))
    return { attack, alone: [...before, ...after], beside, report, harm }
  } finally {
    await service.kill()
  }
}

async function besideAttack(world: World, order: Order, times: number) {
  let report: AttackReport = { ready: false, begun: 0, statuses: {} }
  await using attacker = startChild('proofs/neighbours/attacker.ts', [JSON.stringify(order)])
  attacker.process.on('message', (told: AttackReport) => void (report = told))
  await until('the attacker to be ready', () => report.ready)
  attacker.process.send({})
  await until('the attack to begin', () => report.begun > 0)
  const seconds = (times * POLLED_MS) / 1000
  const [beside, harm = []] = await Promise.all([
    pollOften(world, times),
    BESIDE[order.name]?.(world, seconds),
  ])
  return { beside, report, harm }
}

/** Exported for its test. In which ways an attack harmed the neighbour. */
export function judge({ attack, alone, beside, report, harm }: Row): string[] {
  const idle = report.begun === 0 ? ['it did not take place'] : []
  const broken = [...idle, ...harm, ...unanswered('alone', alone), ...unanswered('beside it', beside)]
  for (const what of POLLS) {
    const [before, under] = [p99(alone, what), p99(beside, what)]
    if (under >= FACTOR * Math.max(before, FLOOR_MS))
      broken.push(`p99 of ${what}: ${round(under)} ms, alone ${round(before)} ms`)
  }
  return broken.map((text) => `${attack}: ${text}`)
}

function unanswered(when: string, samples: Sample[]): string[] {
  const bad = samples.filter(({ status }) => status !== 200)
  return bad.length === 0 ? [] : [`${bad.length} polls ${when} were not answered well: ${bad[0]!.status}`]
}

function lineOf({ attack, alone, beside, report }: Row, broken: string[]): string {
  const width = Math.max(...ATTACKS.map((name) => name.length))
  const times = POLLS.map((what) =>
    `${what} ${round(p99(alone, what))} → ${round(p99(beside, what))} ms`.padEnd(28),
  )
  const verdict = broken.length > 0 ? 'BROKEN' : 'kept'
  return `${attack.padEnd(width)}  ${times.join('  ')}  ${verdict.padEnd(6)}  ${report.begun} times`
}
