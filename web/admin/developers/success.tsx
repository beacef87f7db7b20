import { Skeleton, Text } from '@mantine/core'
import type { DeliveryDays } from '../../../src/http/admin/callbacks-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { useData } from '../kit/data.ts'
import { count, counted, day, percent } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Reading } from '../kit/states.tsx'

type Days = DeliveryDays['data']
type Day = Days['days'][number]

/** The share of deliveries that arrived, day by day. */
export function Success({ callbackId }: { callbackId: string }) {
  const query = useData<Days>(`/callbacks/${callbackId}/days`)
  if (query.data) return <Loaded days={query.data} />
  return (
    <Section title="Success">
      <Reading query={query}>{() => <Skeleton h={120} />}</Reading>
    </Section>
  )
}

function Loaded({ days: { days, more } }: { days: Days }) {
  const most = Math.max(...days.map(totalOf))
  if (most === 0) {
    return (
      <Section title="Success">
        <Text c="dimmed">Nothing was sent to it in the last {counted(days.length, 'day', 'days')}.</Text>
      </Section>
    )
  }
  return (
    <ChartSection
      title="Success"
      sentence={sentenceOf(days)}
      chart={
        <div className="success-days">
          {days.map((own) => (
            <div key={own.day} title={`${day(own.day)}: ${shareText(own)}`}>
              <span className="success-bad" style={{ height: `${(100 * own.failed) / most}%` }} />
              <span className="success-waiting" style={{ height: `${(100 * own.waiting) / most}%` }} />
              <span className="success-ok" style={{ height: `${(100 * own.delivered) / most}%` }} />
            </div>
          ))}
        </div>
      }
      columns={['Day', 'Arrived', 'Given up', 'Waiting', 'Share that arrived']}
      rows={days
        .toReversed()
        .map((own) => [
          day(own.day),
          count(own.delivered),
          count(own.failed),
          count(own.waiting),
          totalOf(own) === 0 ? '–' : percent(own.delivered, totalOf(own)),
        ])}
      note={`From ${day(days[0]!.day)} to today, in days of UTC.${more ? ' Only the newest 10,000 deliveries are counted.' : ''}`}
    />
  )
}

function sentenceOf(days: Day[]): string {
  const sum = (name: 'delivered' | 'failed' | 'waiting') => days.reduce((total, own) => total + own[name], 0)
  const [arrived, failed, waiting] = [sum('delivered'), sum('failed'), sum('waiting')]
  const total = arrived + failed + waiting
  const share = `${percent(arrived, total)} of ${counted(total, 'delivery', 'deliveries')} arrived.`
  const givenUp = failed > 0 ? ` ${counted(failed, 'delivery was', 'deliveries were')} given up.` : ''
  const still = waiting > 0 ? ` ${counted(waiting, 'delivery is', 'deliveries are')} still waiting.` : ''
  return share + givenUp + still
}

function shareText(own: Day): string {
  const total = totalOf(own)
  return total === 0 ? 'nothing was sent' : `${count(own.delivered)} of ${count(total)} arrived`
}

function totalOf({ delivered, failed, waiting }: Day): number {
  return delivered + failed + waiting
}
