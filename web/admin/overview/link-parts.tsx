import { lazy, Suspense } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { day } from '../kit/format.ts'
import { Bars } from './bars.tsx'
import { bucketsOf } from './buckets.ts'
import { soFarKey } from './colors.ts'
import { waiting } from './growth-parts.tsx'
import { aboutClicks, aboutLinks, bucketText, sum } from './words.ts'

const ClicksChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.ClicksChart })))

const MOST_BARS = 10

type Link = Overview['links'][number]

/** The links of events that were clicked most. */
export function LinksPart({ overview }: { overview: Overview }) {
  const links = overview.links.map((link) => ({ ...link, name: nameOf(link) }))
  const all = sum(overview.days, 'clicks')
  const others = all - links.reduce((total, { clicks }) => total + clicks, 0)
  const rows = links.map(({ event, date, deleted, link, clicks }): (string | number)[] => [
    link || 'All links',
    event ? `${event}${deleted ? ' (deleted)' : ''}` : 'Private events',
    date && day(date),
    clicks,
  ])
  return (
    <ChartSection
      title="Most clicked links"
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
      columns={['Link', 'Event', 'On', 'Clicks']}
      rows={others > 0 ? [...rows, ['Other links', '', '', others]] : rows}
      note={all > 0 && 'Clicks, not people: nobody is recognised by a click.'}
    />
  )
}

/** `Tickets – City v Town, 12 Apr 2027` */
function nameOf({ eventId, event, date, link, deleted }: Link): string {
  if (!eventId) return 'Links in private events'
  return `${link} – ${event}, ${day(date)}${deleted ? ' (deleted)' : ''}`
}

/** Clicks on the links of events over time. */
export function ClicksPart({ overview }: { overview: Overview }) {
  const buckets = bucketsOf(overview)
  return (
    <ChartSection
      title="Clicks on links"
      sentence={aboutClicks(overview, buckets)}
      chart={
        sum(overview.days, 'clicks') === 0 ? undefined : (
          <Suspense fallback={waiting}>
            <ClicksChart buckets={buckets} />
          </Suspense>
        )
      }
      legend={soFarKey(buckets)}
      columns={['Days', 'Clicks']}
      rows={buckets.toReversed().map((bucket) => [bucketText(bucket), bucket.clicks])}
    />
  )
}
