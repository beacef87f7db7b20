import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import type { TableCell } from '../kit/table-cells.ts'
import { words } from '../words/index.ts'
import { bucketsOf } from './buckets.ts'
import { COLORS, soFarKey } from './colors.ts'
import { aboutGrowth, aboutSubscribers, bucketCell, sum } from './words.ts'

// The chart library is large, so it loads after the numbers.
const SubscribersChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.SubscribersChart })))
const GrowthChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.GrowthChart })))

export const waiting = <Skeleton h={260} />

/** The number of subscribers over time. */
export function SubscribersPart({ overview }: { overview: Overview }) {
  return (
    <ChartSection
      title={words.overview.subscribers}
      sentence={aboutSubscribers(overview)}
      chart={
        <Suspense fallback={waiting}>
          <SubscribersChart buckets={bucketsOf(overview)} />
        </Suspense>
      }
      columns={[words.overview.day, words.overview.subscribers, words.overview.joined, words.overview.left]}
      rows={overview.days
        .toReversed()
        .map((own) => [dayText(overview, own.day), own.subscribers, own.joined, own.left])}
    />
  )
}

/** The people who joined and who left. */
export function GrowthPart({ overview }: { overview: Overview }) {
  const buckets = bucketsOf(overview)
  const isEmpty = sum(overview.days, 'joined') + sum(overview.days, 'left') === 0
  return (
    <ChartSection
      title={words.overview.joinedAndLeft}
      sentence={aboutGrowth(overview)}
      chart={
        isEmpty ? undefined : (
          <Suspense fallback={waiting}>
            <GrowthChart buckets={buckets} />
          </Suspense>
        )
      }
      legend={[
        { name: words.overview.joined, color: COLORS.first },
        { name: words.overview.left, color: COLORS.second },
        ...soFarKey(buckets),
      ]}
      columns={[words.overview.daysColumn, words.overview.joined, words.overview.left, words.overview.change]}
      rows={buckets
        .toReversed()
        .map((bucket) => [bucketCell(bucket), bucket.joined, bucket.left, bucket.joined - bucket.left])}
    />
  )
}

/** `12 Apr 2027`, and that it is not over. */
export function dayText({ today }: Overview, day: string): TableCell {
  return bucketCell({ from: day, to: day, unfinished: day === today })
}
