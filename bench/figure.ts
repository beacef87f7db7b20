/** One line of the table: what was measured of the service, and what it is held against. */
export interface Figure {
  name: string
  unit: string
  value: number
  peer: { name: string; value: number }
  /** What the ratio, value by peer, has to be; without one the line only informs. */
  goal?: { least: number } | { below: number }
}

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
  return 'least' in goal ? ratio >= goal.least : ratio < goal.below
}

/** The figures as text in columns. */
export function formatTable(figures: Figure[]): string {
  const head = ['figure', 'Fasti', 'peer', '', 'unit', 'ratio', 'goal', '']
  const rows = [head, ...figures.map(cells)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const numeric = new Set([1, 2, 5])
  return rows
    .map((row) =>
      row.map((cell, i) => (numeric.has(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}

function cells(figure: Figure): string[] {
  const { name, unit, value, peer, goal } = figure
  const ratio = (value / peer.value).toFixed(2)
  const aim = !goal ? '' : 'least' in goal ? `≥ ${goal.least}` : `< ${goal.below}`
  const verdict = !goal ? '' : isMet(figure) ? 'met' : 'MISSED'
  return [name, readable(value), readable(peer.value), peer.name, unit, ratio, aim, verdict]
}

function readable(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
