import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { ago, list } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { Bars } from './bars.tsx'
import { bucketsOf } from './buckets.ts'
import { OTHERS, PARTS } from './colors.ts'
import { waiting } from './growth-parts.tsx'
import { aboutApplications, aboutShares, bucketCell } from './words.ts'

const SharesChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.SharesChart })))

/** The applications that read the calendars of subscribers now. */
export function ApplicationsPart({ overview }: { overview: Overview }) {
  const { activeFeeds, days } = overview
  if (!activeFeeds) {
    return (
      <Section title={words.overview.applications} text={words.overview.countingFeeds}>
        <Skeleton h={120} />
      </Section>
    )
  }
  const { applications } = activeFeeds
  const readers = new Map(overview.reads.map((read) => [read.name, read.reads]))
  const now = days.at(-1)!.day === overview.today ? days.at(-1)!.subscribers : activeFeeds.subscribers
  return (
    <ChartSection
      title={words.overview.applications}
      sentence={aboutApplications(activeFeeds, Math.max(now, activeFeeds.subscribers))}
      chart={
        applications.length === 0 ? undefined : (
          <Bars bars={applications.map(({ name, feeds }) => ({ key: name, name, value: feeds }))} />
        )
      }
      columns={[
        words.overview.application,
        sayCount(words.overview.subscribersLately, activeFeeds.days),
        words.overview.readsInDays,
      ]}
      rows={applications.map(({ name, feeds }) => [name, feeds, readers.get(name) ?? 0])}
      note={noteOf(activeFeeds)}
    />
  )
}

/** Shows the shares of applications over time. */
export function SharesPart({ overview }: { overview: Overview }) {
  const buckets = bucketsOf(overview)
  const applications = sharesOf(overview)
  const feedsIn = (places: number[], feeds: number[]) =>
    places.reduce((total, place) => total + feeds[place]!, 0)
  return (
    <ChartSection
      title={words.overview.overTime}
      sentence={aboutShares(overview, applications)}
      chart={
        applications.length === 0 ? undefined : (
          <Suspense fallback={waiting}>
            <SharesChart buckets={buckets} applications={applications} />
          </Suspense>
        )
      }
      legend={applications.map(({ name, color }) => ({ name, color }))}
      columns={[words.overview.daysColumn, ...applications.map(({ name }) => name)]}
      rows={buckets
        .toReversed()
        .map((bucket) => [
          bucketCell(bucket),
          ...applications.map(({ feeds }) => feedsIn(bucket.places, feeds)),
        ])}
      note={applications.length > 0 && words.overview.overTimeNote}
    />
  )
}

/** The applications that read the most, and all others together. */
function sharesOf({ readers, days }: Overview) {
  const named = readers.slice(0, PARTS.length).map((reader, index) => ({ ...reader, color: PARTS[index]! }))
  const rest = readers.slice(PARTS.length)
  if (rest.length === 0) return named
  const feeds = days.map((_, place) => rest.reduce((total, other) => total + other.feeds[place]!, 0))
  return [...named, { name: words.overview.otherApplications, color: OTHERS, feeds }]
}

function noteOf({ applications, at }: NonNullable<Overview['activeFeeds']>): string {
  const aggregators = applications.filter(({ kind }) => kind === 'aggregator').map(({ name }) => name)
  if (aggregators.length === 0) return say(words.overview.counted, { ago: ago(at) })
  return sayCount(words.overview.aggregators, aggregators.length, { names: list(aggregators), ago: ago(at) })
}
