import { SimpleGrid } from '@mantine/core'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { count } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { comparedText, inLastDays, inPeriod, inPeriodBefore, signed, sum } from './words.ts'

/** The main numbers, above the charts. */
export function Cards({ overview }: { overview: Overview }) {
  const { days, activeFeeds, before, today } = overview
  const last = days.at(-1)!
  const [joined, left, clicks] = [sum(days, 'joined'), sum(days, 'left'), sum(days, 'clicks')]
  const net = before.joined - before.left
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} component="dl" m={0}>
      <Card
        name={words.overview.subscribers}
        value={count(last.subscribers)}
        notes={[last.day === today ? words.overview.now : inPeriod({ ...overview, days: [last] })]}
      />
      <Card
        name={words.overview.growth}
        value={signed(joined - left)}
        notes={[
          say(words.overview.joinedAndLeftWhen, { joined, left, when: inPeriod(overview) }),
          say(words.overview.netBefore, { net: signed(net), when: inPeriodBefore(overview) }),
        ]}
      />
      <Card
        name={words.overview.inUse}
        value={activeFeeds ? count(activeFeeds.subscribers) : '…'}
        notes={[
          activeFeeds
            ? say(words.overview.readLately, { when: inLastDays(activeFeeds.days) })
            : words.overview.stillCounting,
        ]}
      />
      <Card
        name={words.overview.linkClicks}
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
