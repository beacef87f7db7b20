import { SimpleGrid, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { ago, count, day } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { aboutApplications, aboutDays, aboutSubscribers } from './words.ts'

// The chart library is large, so it loads after the numbers.
const SubscribersChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.SubscribersChart })))
const DaysChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.DaysChart })))

const waiting = <Skeleton h={260} />

export function SubscribersPart({ overview }: { overview: Overview }) {
  return (
    <ChartSection
      title="Subscribers"
      sentence={aboutSubscribers(overview)}
      chart={
        <Suspense fallback={waiting}>
          <SubscribersChart days={overview.days} />
        </Suspense>
      }
      columns={['Day', 'Subscribers', 'Joined', 'Left']}
      rows={overview.days
        .toReversed()
        .map((own) => [day(own.day), count(own.subscribers), count(own.joined), count(own.left)])}
    />
  )
}

/** Plain bars beside names, which screen readers can read and which need no chart library. */
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
  const most = applications[0]?.feeds ?? 1
  const readers = new Map(overview.reads.map((read) => [read.name, read.reads]))
  return (
    <ChartSection
      title="Calendar applications"
      sentence={aboutApplications(activeFeeds, days.at(-1)!.subscribers)}
      chart={
        <ul className="bars">
          {applications.map(({ name, feeds }) => (
            <li key={name}>
              <span className="bar-name">{name}</span>
              <span className="bar" style={{ width: `${Math.max(1, (100 * feeds) / most)}%` }} />
              <span className="number">{count(feeds)}</span>
            </li>
          ))}
        </ul>
      }
      columns={['Application', 'Feeds, 7 days', `Reads, ${days.length} days`]}
      rows={applications.map(({ name, feeds }) => [name, count(feeds), count(readers.get(name) ?? 0)])}
      note={noteOf(activeFeeds)}
    />
  )
}

export function TrafficParts({ overview }: { overview: Overview }) {
  const part = (name: 'reads' | 'clicks', title: string, label: string, one: string, many: string) => (
    <ChartSection
      title={title}
      sentence={aboutDays(overview, name, one, many)}
      chart={
        <Suspense fallback={waiting}>
          <DaysChart days={overview.days} name={name} label={label} />
        </Suspense>
      }
      columns={['Day', label]}
      rows={overview.days.toReversed().map((own) => [day(own.day), count(own[name])])}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {part('reads', 'Feed reads', 'Reads', 'read', 'reads')}
      {part('clicks', 'Link clicks', 'Clicks', 'click', 'clicks')}
    </SimpleGrid>
  )
}

function noteOf({ applications, at }: NonNullable<Overview['activeFeeds']>): string {
  const aggregators = applications.filter(({ kind }) => kind === 'aggregator').map(({ name }) => name)
  const names = new Intl.ListFormat('en').format(aggregators)
  const read = aggregators.length === 1 ? 'reads' : 'read'
  const about = aggregators.length > 0 ? `${names} ${read} once for many people. ` : ''
  return `${about}Counted ${ago(at)}.`
}
