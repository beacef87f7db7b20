import { SimpleGrid } from '@mantine/core'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { count, percent } from '../kit/format.ts'
import { delivery, lengthOf, signed, sum } from './words.ts'

/** The main numbers, above the charts. */
export function Cards({ overview }: { overview: Overview }) {
  const { days, activeFeeds, subscribersBefore, deliveries } = overview
  const period = `in ${lengthOf(overview)}`
  const now = days.at(-1)!.subscribers
  const [joined, left] = [sum(days, 'joined'), sum(days, 'left')]
  const { delivered, failed, waiting } = delivery(deliveries.callbacks)
  const sent = delivered + failed
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} component="dl" m={0}>
      <Card name="Subscribers" value={count(now)} note="now" />
      <Card
        name="Change"
        value={signed(now - subscribersBefore)}
        note={`${count(joined)} joined, ${count(left)} left ${period}`}
      />
      <Card
        name="Active feeds"
        value={activeFeeds ? count(activeFeeds.subscribers) : '…'}
        note={activeFeeds ? `read in the last ${activeFeeds.days} days` : 'still counting'}
      />
      <Card name="Feed reads" value={count(sum(days, 'reads'))} note={period} />
      <Card name="Link clicks" value={count(sum(days, 'clicks'))} note={period} />
      <Card
        name="Deliveries that arrived"
        value={sent > 0 ? percent(delivered, sent) : '–'}
        note={arrivedText(delivered, sent, waiting)}
      />
    </SimpleGrid>
  )
}

function Card({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="statistic-card">
      <dt>{name}</dt>
      <dd className="statistic-value">{value}</dd>
      <dd className="statistic-note">{note}</dd>
    </div>
  )
}

function arrivedText(delivered: number, sent: number, waiting: number): string {
  if (sent === 0) return waiting > 0 ? `${count(waiting)} waiting` : 'nothing sent in 7 days'
  return `${count(delivered)} of ${count(sent)} in 7 days`
}
