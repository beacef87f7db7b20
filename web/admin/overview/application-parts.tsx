import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { ago, locale } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Bars } from './bars.tsx'
import { bucketsOf } from './buckets.ts'
import { OTHERS, PARTS } from './colors.ts'
import { waiting } from './growth-parts.tsx'
import { aboutApplications, aboutShares, bucketText } from './words.ts'

const SharesChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.SharesChart })))

/** The applications that read the calendars of subscribers now. */
export function ApplicationsPart({ overview }: { overview: Overview }) {
  const { activeFeeds, days } = overview
  if (!activeFeeds) {
    return (
      <Section title="Calendar applications" text="Counting the feeds. This takes a few seconds.">
        <Skeleton h={120} />
      </Section>
    )
  }
  const { applications } = activeFeeds
  const readers = new Map(overview.reads.map((read) => [read.name, read.reads]))
  const now = days.at(-1)!.day === overview.today ? days.at(-1)!.subscribers : activeFeeds.subscribers
  return (
    <ChartSection
      title="Calendar applications"
      sentence={aboutApplications(activeFeeds, Math.max(now, activeFeeds.subscribers))}
      chart={
        applications.length === 0 ? undefined : (
          <Bars bars={applications.map(({ name, feeds }) => ({ key: name, name, value: feeds }))} />
        )
      }
      columns={['Application', 'Subscribers, last 7 days', 'Reads in the chosen days']}
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
      title="Applications over time"
      sentence={aboutShares(overview, applications)}
      chart={
        applications.length === 0 ? undefined : (
          <Suspense fallback={waiting}>
            <SharesChart buckets={buckets} applications={applications} />
          </Suspense>
        )
      }
      legend={applications.map(({ name, color }) => ({ name, color }))}
      columns={['Days', ...applications.map(({ name }) => name)]}
      rows={buckets
        .toReversed()
        .map((bucket) => [
          bucketText(bucket),
          ...applications.map(({ feeds }) => feedsIn(bucket.places, feeds)),
        ])}
      note={
        applications.length > 0 &&
        'Each application counts once a day for each subscriber whose calendar it read. The table has these numbers.'
      }
    />
  )
}

/** The applications that read the most, and all others together. */
function sharesOf({ readers, days }: Overview) {
  const named = readers.slice(0, PARTS.length).map((reader, index) => ({ ...reader, color: PARTS[index]! }))
  const rest = readers.slice(PARTS.length)
  if (rest.length === 0) return named
  const feeds = days.map((_, place) => rest.reduce((total, other) => total + other.feeds[place]!, 0))
  return [...named, { name: 'Others', color: OTHERS, feeds }]
}

function noteOf({ applications, at }: NonNullable<Overview['activeFeeds']>): string {
  const aggregators = applications.filter(({ kind }) => kind === 'aggregator').map(({ name }) => name)
  const names = new Intl.ListFormat(locale).format(aggregators)
  const read = aggregators.length === 1 ? 'reads' : 'read'
  const about = aggregators.length > 0 ? `${names} ${read} once for all devices of a person. ` : ''
  return `${about}Counted ${ago(at)}.`
}
