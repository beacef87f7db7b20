import { SimpleGrid } from '@mantine/core'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { count } from '../kit/format.ts'
import { comparedText, inPeriod, inPeriodBefore, signed, sum } from './words.ts'

/** The main numbers, above the charts. */
export function Cards({ overview }: { overview: Overview }) {
  const { days, activeFeeds, before, today } = overview
  const last = days.at(-1)!
  const [joined, left, clicks] = [sum(days, 'joined'), sum(days, 'left'), sum(days, 'clicks')]
  const net = before.joined - before.left
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} component="dl" m={0}>
      <Card
        name="Subscribers"
        value={count(last.subscribers)}
        notes={[last.day === today ? 'now' : inPeriod({ ...overview, days: [last] })]}
      />
      <Card
        name="Growth"
        value={signed(joined - left)}
        notes={[
          `${count(joined)} joined, ${count(left)} left ${inPeriod(overview)}`,
          `${signed(net)} ${inPeriodBefore(overview)}`,
        ]}
      />
      <Card
        name="Calendars in use"
        value={activeFeeds ? count(activeFeeds.subscribers) : '…'}
        notes={[
          activeFeeds
            ? `subscribers whose calendar was read in the last ${activeFeeds.days} days`
            : 'still counting',
        ]}
      />
      <Card
        name="Link clicks"
        value={count(clicks)}
        notes={[inPeriod(overview), comparedText(overview, clicks, before.clicks)]}
      />
    </SimpleGrid>
  )
}

function Card({ name, value, notes }: { name: string; value: string; notes: string[] }) {
  return (
    <div className="statistic-card">
      <dt>{name}</dt>
      <dd className="statistic-value">{value}</dd>
      {notes.map((note) => (
        <dd key={note} className="statistic-note">
          {note}
        </dd>
      ))}
    </div>
  )
}
