import { lazy, Suspense } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { day } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import type { TableCell } from '../kit/table-cells.ts'
import { words } from '../words/index.ts'
import { Bars } from './bars.tsx'
import { bucketsOf } from './buckets.ts'
import { soFarKey } from './colors.ts'
import { waiting } from './growth-parts.tsx'
import { aboutClicks, aboutLinks, bucketCell, sum } from './words.ts'

const ClicksChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.ClicksChart })))

const MOST_BARS = 10

type Link = Overview['links'][number]

/** The links of events that were clicked most. */
export function LinksPart({ overview }: { overview: Overview }) {
  const links = overview.links.map((link) => ({ ...link, name: nameOf(link) }))
  const all = sum(overview.days, 'clicks')
  const others = all - links.reduce((total, { clicks }) => total + clicks, 0)
  const rows = links.map(({ event, date, deleted, link, clicks }): TableCell[] => [
    link || words.overview.allLinks,
    event
      ? deleted
        ? say(words.overview.nameOfDeleted, { name: event })
        : event
      : words.overview.privateEvents,
    date && { day: date, text: day(date) },
    clicks,
  ])
  return (
    <ChartSection
      title={words.overview.mostClicked}
      sentence={aboutLinks(
        overview,
        links.filter(({ eventId }) => eventId !== ''),
      )}
      chart={
        links.length === 0 ? undefined : (
          <Bars
            bars={links.slice(0, MOST_BARS).map(({ eventId, position, name, deleted, clicks }) => ({
              key: `${eventId} ${position}`,
              name,
              to: eventId && !deleted ? `/events/${eventId}` : undefined,
              value: clicks,
            }))}
          />
        )
      }
      columns={[words.overview.link, words.overview.event, words.overview.on, words.overview.clicks]}
      rows={others > 0 ? [...rows, [words.overview.otherLinks, '', '', others]] : rows}
      note={all > 0 && words.overview.clicksNote}
    />
  )
}

/** `Tickets – City v Town, 12 Apr 2027` */
function nameOf({ eventId, event, date, link, deleted }: Link): string {
  if (!eventId) return words.overview.privateLinks
  const text = deleted ? words.overview.linkOfDeleted : words.overview.linkOfEvent
  return say(text, { link, event, day: day(date) })
}

/** Clicks on the links of events over time. */
export function ClicksPart({ overview }: { overview: Overview }) {
  const buckets = bucketsOf(overview)
  return (
    <ChartSection
      title={words.overview.clicksOnLinks}
      sentence={aboutClicks(overview, buckets)}
      chart={
        sum(overview.days, 'clicks') === 0 ? undefined : (
          <Suspense fallback={waiting}>
            <ClicksChart buckets={buckets} />
          </Suspense>
        )
      }
      legend={soFarKey(buckets)}
      columns={[words.overview.daysColumn, words.overview.clicks]}
      rows={buckets.toReversed().map((bucket) => [bucketCell(bucket), bucket.clicks])}
    />
  )
}
