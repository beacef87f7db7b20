import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AdminCalendar, CalendarGrowth } from '../../../src/http/admin/calendars-schemas.ts'
import { useData } from '../kit/data.ts'
import { count } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Reading } from '../kit/states.tsx'
import { amount, amountOf } from './amount.ts'

/** The followers of a calendar, and those who came and left lately. */
export function CalendarGrowthPart({ calendar }: { calendar: AdminCalendar }) {
  const { id, events, subscribers } = calendar
  const query = useData<CalendarGrowth>(`/calendars/${id}/growth`)
  return (
    <Section title="Growth">
      <Reading query={query}>
        {({ days, joined, left, before }) => (
          <>
            <dl className="calendar-growth">
              <Fact term="Followers" value={amount(subscribers)} />
              <Fact term="Joined" value={count(joined)} />
              <Fact term="Left" value={count(left)} />
            </dl>
            <Text size="sm" c="dimmed" my="sm">
              {`Joined and left in the last ${days} days. In the ${days} days before: ${count(before.joined)} joined, ${count(before.left)} left.`}
            </Text>
          </>
        )}
      </Reading>
      <Text size="sm">
        <Anchor component={Link} to="/events" search={{ calendars: id } as never} inherit>
          {amountOf(events, 'event', 'events')}
        </Anchor>
        {' · '}
        <Anchor component={Link} to="/subscribers" search={{ calendarId: id } as never} inherit>
          {amountOf(subscribers, 'subscriber', 'subscribers')}
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
