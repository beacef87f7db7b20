import { alerts } from './alerts.ts'
import { backup } from './backup.ts'
import { bulkheads } from './bulkheads.ts'
import { clock } from './clock.ts'
import { disk } from './disk.ts'
import { failover } from './failover.ts'
import { hostileConnections } from './hostile-connections.ts'
import { naughty } from './input/naughty.ts'
import { properties } from './input/properties.ts'
import { publishers } from './input/publishers.ts'
import { killsPostgres } from './kills-postgres.ts'
import { killsSeries } from './kills-series.ts'
import { killsSqlite } from './kills-sqlite.ts'
import { killsSync } from './kills-sync.ts'
import { killsWebhooks } from './kills-webhooks.ts'
import { memoryOut } from './memory-out.ts'
import { neighbours } from './neighbours/neighbours.ts'
import { onDisk } from './on-disk.ts'
import { CannotProve, type Outcome, type Proof } from './proof.ts'
import { google, outlook } from './push-targets/histories.ts'
import { killsGoogle, killsOutlook } from './push-targets/kills.ts'
import { series } from './recurrence.ts'
import { typedAddress } from './typed-address.ts'
import { upgrade } from './upgrade.ts'

const PROOFS: Record<string, Proof> = {
  'kills-sqlite': killsSqlite,
  'kills-postgres': killsPostgres,
  failover,
  'on-disk': onDisk,
  disk,
  'kills-webhooks': killsWebhooks,
  'kills-series': killsSeries,
  'kills-sync': killsSync,
  google,
  'kills-google': killsGoogle,
  outlook,
  'kills-outlook': killsOutlook,
  clock,
  upgrade,
  backup,
  'memory-out': memoryOut,
  'hostile-connections': hostileConnections,
  neighbours,
  bulkheads,
  naughty,
  properties,
  publishers,
  'typed-address': typedAddress,
  alerts,
  series,
}

export const NAMES = Object.keys(PROOFS)

/** The proofs, one a line. */
export function listProofs(): string {
  const width = Math.max(...NAMES.map((name) => name.length))
  return NAMES.map(
    (name) => `${name.padEnd(width)}  ${PROOFS[name]!.promise}, ${PROOFS[name]!.times} times`,
  ).join('\n')
}

/** The result of one proof. */
export type Verdict = 'kept' | 'BROKEN' | 'skipped'

interface Line {
  name: string
  verdict: Verdict
  figure: string
  rows: string[]
  /** Lines beyond the figure: the ways in which the promise was broken, or why the proof was skipped. */
  remarks: string[]
}

/**
 * Runs proofs one after the other and prints their table. `times`: undefined is as often as each wants to. One
 * that fails does not keep the rest from it. True: none was broken.
 */
export async function runProofs(
  names: string[],
  times: number | undefined,
  progress: (text: string) => void,
): Promise<boolean> {
  const lines: Line[] = []
  for (const name of NAMES.filter((name) => names.includes(name))) {
    progress(`${name} …`)
    lines.push(await runProof(name, times, (text) => progress(`${name}: ${text}`)))
  }
  console.log(formatTable(lines))
  return lines.every(({ verdict }) => verdict !== 'BROKEN')
}

async function runProof(
  name: string,
  times: number | undefined,
  progress: (text: string) => void,
): Promise<Line> {
  const proof = PROOFS[name]!
  const began = performance.now()
  try {
    const { figures, rows = [], broken } = await proof.run({ times: times ?? proof.times, progress })
    const seconds = (performance.now() - began) / 1000
    const figure = figureOf({ ...figures, broken: broken.length, seconds: Math.round(seconds) })
    return { name, verdict: broken.length > 0 ? 'BROKEN' : 'kept', figure, rows, remarks: broken }
  } catch (error) {
    const skipped = error instanceof CannotProve
    if (!skipped) console.error(error)
    const why = error instanceof Error ? error.message : String(error)
    return { name, verdict: skipped ? 'skipped' : 'BROKEN', figure: '', rows: [], remarks: [why] }
  }
}

function figureOf(figures: Outcome['figures']): string {
  return Object.entries(figures)
    .map(([name, value]) => `${typeof value === 'number' ? value.toLocaleString('en') : value} ${name}`)
    .join(', ')
}

/** One paragraph for each: the promise, the command that proves it, the figure, and whether it was kept. */
export function formatTable(lines: Line[]): string {
  return lines
    .map(({ name, verdict, figure, rows, remarks }) =>
      [
        `${verdict.padEnd(8)}${PROOFS[name]!.promise}`,
        `        npm run prove -- ${name}`,
        ...(figure ? [`        ${figure}`] : []),
        ...rows.map((row) => `        ${row}`),
        ...remarks.map((remark) => `        ! ${remark}`),
      ].join('\n'),
    )
    .join('\n')
}
