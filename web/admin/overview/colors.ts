import type { ChartKey } from '../kit/chart-picture.ts'
import { words } from '../words/index.ts'
import { type Bucket, isByWeek } from './buckets.ts'

/** Colours of charts, which `overview.css` sets for light and dark pages. */
export const COLORS = { first: 'var(--accent)', second: 'var(--ink-soft)' }

/** For parts of a whole, so that each differs in brightness too; the last one is that of all others. */
export const PARTS = [1, 2, 3, 4, 5].map((number) => `var(--chart-${number})`)
export const OTHERS = 'var(--chart-others)'

/** The key of the light bar of a day or week that is not over; none where all are. */
export function soFarKey(buckets: Bucket[]): ChartKey[] {
  if (!buckets.some(({ unfinished }) => unfinished)) return []
  const days = buckets.flatMap(({ places }) => places)
  const name = isByWeek(days) ? words.overview.weekKey : words.overview.todayKey
  return [{ name, color: `color-mix(in srgb, ${COLORS.first} 25%, var(--surface))` }]
}
