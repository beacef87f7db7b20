import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AdminCalendar, CalendarGrowth } from '../../../src/http/admin/calendars-schemas.ts'
import { useData } from '../kit/data.ts'
import { count } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { amount, amountOf } from './amount.ts'

/** The followers of a calendar, and those who came and left lately. */
export function CalendarGrowthPart({ calendar }: { calendar: AdminCalendar }) {
  const { id, events, subscribers } = calendar
  const query = useData<CalendarGrowth>(`/calendars/${id}/growth`)
  return (
    <Section title={words.calendars.growth}>
      <Reading query={query}>
        {({ days, joined, left, before }) => (
          <>
            <dl className="calendar-growth">
              <Fact term={words.calendars.followers} value={amount(subscribers)} />
              <Fact term={words.calendars.joined} value={count(joined)} />
              <Fact term={words.calendars.left} value={count(left)} />
            </dl>
            <Text size="sm" c="dimmed" my="sm">
              {say(words.calendars.growthText, { days, ...before })}
            </Text>
          </>
        )}
      </Reading>
      <Text size="sm">
        <Anchor component={Link} to="/events" search={{ calendars: id } as never} inherit>
          {amountOf(events, words.calendars.eventsCounted, words.calendars.eventsOver)}
        </Anchor>
        {' · '}
        <Anchor component={Link} to="/subscribers" search={{ calendarId: id } as never} inherit>
          {amountOf(subscribers, words.calendars.subscribersCounted, words.calendars.subscribersOver)}
        </Anchor>
      </Text>
    </Section>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
