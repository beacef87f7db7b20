import { words } from '../words/index.ts'

const HOUR_MS = 3_600_000

/** How far a list goes back, in hours, with labels. */
export const SPANS: [value: string, name: string][] = [
  ['', words.developers.anyTime],
  ['1', words.developers.lastHour],
  ['24', words.developers.lastDay],
  ['168', words.developers.lastWeek],
]

/** The ISO time at which a span in hours begins; undefined for any time. */
export function startOf(span: string, now = Date.now()): string | undefined {
  const hours = Number(span)
  return hours > 0 ? new Date(now - hours * HOUR_MS).toISOString() : undefined
}
