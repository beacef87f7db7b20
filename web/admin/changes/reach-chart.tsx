import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import type { ChangeReach } from '../../../src/http/admin/changes-schemas.ts'
import { count, lengthOfTime, percent } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

const HEIGHT = 260
const MOST_TICKS = 7
/** In minutes. */
const DAY = 1440
/** Minutes between ticks. */
const STEPS = [1, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440, 2880]

/** The share of active subscribers who have a change, by the time since the change. */
export function ReachChart({ curve }: Pick<ChangeReach, 'curve'>) {
  const shares = curve.map(({ minutes, active, reached }) => ({
    minutes,
    share: active > 0 ? Math.floor((100 * reached) / active) : 0,
  }))
  const end = Math.max(1, shares.at(-1)?.minutes ?? 1)
  return (
    <LineChart
      h={HEIGHT}
      data={shares}
      dataKey="minutes"
      series={[{ name: 'share', label: words.changes.haveFetched, color: 'var(--accent)' }]}
      // A count is kept only where it differs from the one before.
      curveType="stepAfter"
      withDots={false}
      tickLine="none"
      gridAxis="x"
      strokeDasharray="0"
      gridColor="var(--line)"
      textColor="var(--ink-soft)"
      valueFormatter={(share) => percent(share, 100)}
      // The page reads new numbers every few seconds; a line drawn anew each time would flicker.
      lineProps={{ isAnimationActive: false }}
      yAxisProps={{ width: 56, domain: [0, 100], ticks: [0, 25, 50, 75, 100] }}
      xAxisProps={{
        type: 'number',
        domain: [0, end],
        ticks: ticksUpTo(end),
        tickFormatter: end < 4 * DAY ? inHours : inDays,
      }}
      tooltipProps={{
        labelFormatter: (label: unknown) =>
          say(words.changes.afterTime, { time: lengthOfTime(Number(label)) }),
      }}
    />
  )
}

function ticksUpTo(end: number): number[] {
  const step = STEPS.find((minutes) => end / minutes < MOST_TICKS) ?? STEPS.at(-1)!
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step)
}

/** `30 min`, `36 h` */
function inHours(minutes: number): string {
  if (minutes === 0) return count(0)
  return minutes % 60 === 0
    ? say(words.changes.axisHours, { number: minutes / 60 })
    : say(words.changes.axisMinutes, { number: minutes })
}

/** `2 d` */
function inDays(minutes: number): string {
  return minutes === 0 ? count(0) : say(words.changes.axisDays, { number: minutes / DAY })
}
