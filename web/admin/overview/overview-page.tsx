import './overview.css'
import { SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { AskingAlerts } from '../kit/asking-alerts.tsx'
import { useData } from '../kit/data.ts'
import { useFilters } from '../kit/filters.tsx'
import { Page } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { useMe } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { ApplicationsPart, SharesPart } from './application-parts.tsx'
import { Cards } from './cards.tsx'
import { ConfirmAdvice } from './confirm-advice.tsx'
import { FirstSteps } from './first-steps.tsx'
import { FullFeeds } from './full-feeds.tsx'
import { GrowthPart, SubscribersPart } from './growth-parts.tsx'
import { LastChanges } from './last-changes.tsx'
import { ClicksPart, LinksPart } from './link-parts.tsx'
import { NextEvents } from './next-events.tsx'
import { OriginsPart } from './origins-part.tsx'
import { DEFAULT_PERIOD, PeriodChoice, periodParams } from './period.tsx'

/** The interval of reads while the service is counting feeds. */
const COUNTING_MS = 1000

/** Numbers first, then charts with their tables, then the next events. */
export function OverviewPage() {
  const { timezone } = useMe().publisher
  const { filters, set } = useFilters(DEFAULT_PERIOD)
  const [everyMs, setEveryMs] = useState<number>()
  const today = todayIn(timezone)
  const params = periodParams(filters, today)
  const query = useData<Overview>('/overview', params, { ...(everyMs && { everyMs }) })
  const wanted = query.data?.activeFeeds === null ? COUNTING_MS : undefined
  if (wanted !== everyMs) setEveryMs(wanted)
  return (
    <Page
      title={words.shell.overview}
      text={say(words.overview.about, { zone: timezone.replaceAll('_', ' ') })}
      actions={<PeriodChoice filters={filters} today={today} onChange={set} />}
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
      <LastChanges newest={overview.lastChanges} least={overview.leastReached} />
      {overview.steps.subscriber && (
        <>
          <SubscribersPart overview={overview} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
            <GrowthPart overview={overview} />
            <OriginsPart overview={overview} />
          </SimpleGrid>
          <LinksPart overview={overview} />
          <ClicksPart overview={overview} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
            <ApplicationsPart overview={overview} />
            <SharesPart overview={overview} />
          </SimpleGrid>
        </>
      )}
      <NextEvents events={overview.nextEvents} reach={overview.nextEventReach} />
    </Stack>
  )
}

function todayIn(timezone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(new Date())
  const part = (type: string) => parts.find((own) => own.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}`
}
