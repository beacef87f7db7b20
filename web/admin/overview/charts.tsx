import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { count, day } from '../kit/format.ts'
import { type DayFigures, shortDay } from './words.ts'

const HEIGHT = 260
/** So many bars can be told from one another; days beyond it are drawn in weeks. */
const BARS = 100
const WEEK = 7

const SHARED = {
  h: HEIGHT,
  dataKey: 'day',
  tickLine: 'none' as const,
  gridAxis: 'x' as const,
  strokeDasharray: '0',
  gridColor: 'var(--line)',
  textColor: 'var(--ink-soft)',
  valueFormatter: count,
  yAxisProps: { width: 56, allowDecimals: false },
  xAxisProps: { tickFormatter: shortDay, minTickGap: 32 },
  tooltipProps: { labelFormatter: (label: unknown) => (typeof label === 'string' ? day(label) : '') },
}

/** How many were subscribed at the end of each day. */
export function SubscribersChart({ days }: { days: DayFigures[] }) {
  const series = [{ name: 'subscribers', label: 'Subscribers', color: 'var(--accent)' }]
  return (
    <LineChart
      {...SHARED}
      data={days}
      series={series}
      curveType="linear"
      withDots={false}
      // The line may begin above zero, or growth could not be seen where there are many.
      yAxisProps={{ ...SHARED.yAxisProps, domain: ['auto', 'auto'] }}
    />
  )
}

/** Something that is counted by day, or by week where there are many days. */
export function DaysChart({
  days,
  name,
  label,
}: {
  days: DayFigures[]
  name: 'reads' | 'clicks'
  label: string
}) {
  const weekly = days.length > BARS
  const series = [{ name, label: weekly ? `${label} in 7 days` : label, color: 'var(--accent)' }]
  return <BarChart {...SHARED} data={weekly ? inWeeks(days, name) : days} series={series} />
}

/** Weeks of seven days, the last one up to today, each under its first day. */
function inWeeks(days: DayFigures[], name: 'reads' | 'clicks') {
  const begin = days.length % WEEK
  return Array.from({ length: Math.floor(days.length / WEEK) }, (_, week) => {
    const own = days.slice(begin + week * WEEK, begin + (week + 1) * WEEK)
    return { day: own[0]!.day, [name]: own.reduce((total, figures) => total + figures[name], 0) }
  })
}
