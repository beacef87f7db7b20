/** The required ratio, value by peer. */
export type Goal = { least: number } | { below: number } | { most: number }

/** One line of the table: what was measured of the service, and what it is held against. */
export interface Figure {
  name: string
  unit: string
  value: number
  peer: { name: string; value: number }
  /** Without one the line only informs. */
  goal?: Goal
}

/** A line that could not be measured, and why: something is missing here, or it went wrong. */
export interface Unmeasured {
  name: string
  why: { skipped: string } | { failed: string }
}

export type Line = Figure | Unmeasured

export const isFigure = (line: Line): line is Figure => 'value' in line

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that a part `q` of all lie below. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function isMet({ value, peer, goal }: Figure): boolean {
  if (!goal) return true
  const ratio = value / peer.value
  if ('least' in goal) return ratio >= goal.least
  return 'most' in goal ? ratio <= goal.most : ratio < goal.below
}

/** The lines as text in columns. */
export function formatTable(lines: Line[]): string {
  const head = ['figure', 'Fasti', 'peer', '', 'unit', 'ratio', 'goal', '']
  const rows = [head, ...lines.filter(isFigure).map(cells)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const numeric = new Set([1, 2, 5])
  const table = rows
    .map((row) =>
      row.map((cell, i) => (numeric.has(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))),
    )
    .map((row) => row.join('  ').trimEnd())
  const others = lines.flatMap((line) => (isFigure(line) ? [] : [`${line.name}: ${reason(line.why)}`]))
  return [...table, ...others].join('\n')
}

function reason(why: Unmeasured['why']): string {
  return 'skipped' in why ? `skipped, ${why.skipped}` : `FAILED, ${why.failed}`
}

function cells(figure: Figure): string[] {
  const { name, unit, value, peer, goal } = figure
  const ratio = value / peer.value
  const shown = ratio !== 0 && ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(ratio < 10 ? 2 : 0)
  const verdict = !goal ? '' : isMet(figure) ? 'met' : 'MISSED'
  return [name, readable(value), readable(peer.value), peer.name, unit, shown, aim(goal), verdict]
}

function aim(goal?: Goal): string {
  if (!goal) return ''
  if ('least' in goal) return `≥ ${goal.least}`
  return 'most' in goal ? `≤ ${goal.most}` : `< ${goal.below}`
}

function readable(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}
