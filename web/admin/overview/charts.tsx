import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { count, day } from '../kit/format.ts'
import { type DayStatistics, shortDay } from './words.ts'

const HEIGHT = 260
/** The greatest number of bars. With more days, each bar is a week. */
const MAX_BARS = 100
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

/** The number of subscribers at the end of each day. */
export function SubscribersChart({ days }: { days: DayStatistics[] }) {
  const series = [{ name: 'subscribers', label: 'Subscribers', color: 'var(--accent)' }]
  return (
    <LineChart
      {...SHARED}
      data={days}
      series={series}
      curveType="linear"
      withDots={false}
      // The axis need not start at zero: with many subscribers, growth could not be seen.
      yAxisProps={{ ...SHARED.yAxisProps, domain: ['auto', 'auto'] }}
    />
  )
}

/** Reads or clicks by day, or by week if there are many days. */
export function DaysChart({
  days,
  name,
  label,
}: {
  days: DayStatistics[]
  name: 'reads' | 'clicks'
  label: string
}) {
  const weekly = days.length > MAX_BARS
  const series = [{ name, label: weekly ? `${label} in 7 days` : label, color: 'var(--accent)' }]
  return <BarChart {...SHARED} data={weekly ? inWeeks(days, name) : days} series={series} />
}

/** Sums by seven days, the last of them ending today, each under its first day. */
function inWeeks(days: DayStatistics[], name: 'reads' | 'clicks') {
  const begin = days.length % WEEK
  return Array.from({ length: Math.floor(days.length / WEEK) }, (_, week) => {
    const own = days.slice(begin + week * WEEK, begin + (week + 1) * WEEK)
    return { day: own[0]!.day, [name]: own.reduce((total, statistics) => total + statistics[name], 0) }
  })
}
