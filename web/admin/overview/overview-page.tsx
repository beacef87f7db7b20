import './overview.css'
import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { AskingAlerts } from '../kit/asking-alerts.tsx'
import { useData } from '../kit/data.ts'
import { useFilters } from '../kit/filters.tsx'
import { Page } from '../kit/page.tsx'
import { Reading } from '../kit/states.tsx'
import { Cards } from './cards.tsx'
import { ApplicationsPart, SubscribersPart, TrafficParts } from './chart-parts.tsx'
import { ConfirmAdvice } from './confirm-advice.tsx'
import { DeliveriesPart } from './deliveries-part.tsx'
import { FirstSteps } from './first-steps.tsx'
import { FullFeeds } from './full-feeds.tsx'
import { LeastReached } from './least-reached.tsx'
import { NextEvents } from './next-events.tsx'

const PERIODS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '12 months' },
]
const DEFAULT = '30'
/** The interval of reads while the service is counting feeds. */
const COUNTING_MS = 1000

/** Numbers first, then charts with their tables, then the next events. */
export function OverviewPage() {
  const { filters, set } = useFilters({ days: DEFAULT })
  const [everyMs, setEveryMs] = useState<number>()
  const days = PERIODS.some(({ value }) => value === filters.days) ? filters.days : DEFAULT
  const query = useData<Overview>('/overview', { days }, { ...(everyMs && { everyMs }) })
  const wanted = query.data?.activeFeeds === null ? COUNTING_MS : undefined
  if (wanted !== everyMs) setEveryMs(wanted)
  const period = (
    <SegmentedControl
      aria-label="Period"
      data={PERIODS}
      value={days}
      onChange={(chosen) => set({ days: chosen })}
    />
  )
  return (
    <Page
      title="Overview"
      text="Who follows your calendars, and how they use them. Days are in UTC."
      actions={period}
    >
      <Reading query={query}>
        {(overview) => <Content overview={overview} fading={query.isPlaceholderData} />}
      </Reading>
    </Page>
  )
}

function Content({ overview, fading }: { overview: Overview; fading: boolean }) {
  return (
    <Stack gap="md" opacity={fading ? 0.6 : 1} aria-busy={fading}>
      <FirstSteps steps={overview.steps} />
      <ConfirmAdvice advised={overview.confirmAdvised} />
      <AskingAlerts />
      <FullFeeds feeds={overview.fullFeeds} />
      <Cards overview={overview} />
      <LeastReached least={overview.leastReached} />
      {overview.steps.subscriber && (
        <>
          <SubscribersPart overview={overview} />
          <ApplicationsPart overview={overview} />
          <TrafficParts overview={overview} />
        </>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <NextEvents events={overview.nextEvents} />
        <DeliveriesPart deliveries={overview.deliveries} />
      </SimpleGrid>
    </Stack>
  )
}
