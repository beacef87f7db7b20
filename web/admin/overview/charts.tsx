import '@mantine/charts/styles.css'
import { AreaChart, BarChart } from '@mantine/charts'
import type { ReactNode } from 'react'
import { count, percent } from '../kit/format.ts'
import { words } from '../words/index.ts'
import type { Bucket } from './buckets.ts'
import { COLORS } from './colors.ts'
import { bucketText, shortDay } from './words.ts'

const HEIGHT = 260

/** One value in the box beside the pointer. */
interface Item {
  name: string
  value: number
  color: string
}

/** Settings of all charts of days: they begin at 0, and their labels are evenly spaced. */
function shared(itemsOf: (bucket: Bucket) => Item[], format: (value: number) => string = count) {
  return {
    h: HEIGHT,
    dataKey: 'from',
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    strokeDasharray: '0',
    gridColor: 'var(--line)',
    textColor: 'var(--ink-soft)',
    valueFormatter: format,
    yAxisProps: { width: 56, allowDecimals: false },
    xAxisProps: {
      tickFormatter: shortDay,
      interval: 'equidistantPreserveStart' as const,
      minTickGap: 16,
      padding: 'gap' as const,
    },
    tooltipProps: {
      isAnimationActive: false,
      content: (props: { payload?: readonly { payload?: unknown }[] }) => {
        const bucket = props.payload?.[0]?.payload as Bucket | undefined
        return bucket && <Tip title={bucketText(bucket)} items={itemsOf(bucket)} format={format} />
      },
    },
  }
}

function Tip({
  title,
  items,
  format,
}: {
  title: string
  items: Item[]
  format: (value: number) => string
}): ReactNode {
  return (
    <div className="chart-tip">
      <b>{title}</b>
      {items.map(({ name, value, color }) => (
        <span key={name}>
          <i className="chart-key" style={{ background: color }} aria-hidden />
          {name} <b>{format(value)}</b>
        </span>
      ))}
    </div>
  )
}

const ROUND = { isAnimationActive: false }
/** Bars of days that are not over are outlines. */
const PARTIAL = { fillOpacity: 0.25, strokeWidth: 1, strokeDasharray: '3 2' }

/** The number of subscribers at the end of each day or week. */
export function SubscribersChart({ buckets }: { buckets: Bucket[] }) {
  const color = COLORS.first
  const props = shared(({ subscribers }) => [
    { name: words.overview.subscribers, value: subscribers ?? 0, color },
  ])
  return (
    <AreaChart
      {...props}
      xAxisProps={{ ...props.xAxisProps, padding: { left: 0, right: 0 } }}
      data={buckets}
      series={[{ name: 'subscribers', label: words.overview.subscribers, color }]}
      curveType="linear"
      withDots={buckets.length < 2}
      withGradient={false}
      fillOpacity={0.15}
      connectNulls={false}
      areaProps={ROUND}
    />
  )
}

/** Bars of the people who joined, upwards, and who left, downwards. */
export function GrowthChart({ buckets }: { buckets: Bucket[] }) {
  const data = buckets.map((bucket) => ({
    ...bucket,
    ...(bucket.partial
      ? { joinedSoFar: bucket.joined, leftSoFar: -bucket.left }
      : { joinedWhole: bucket.joined, leftWhole: -bucket.left }),
  }))
  return (
    <BarChart
      {...shared(
        ({ joined, left }) => [
          { name: words.overview.joined, value: joined, color: COLORS.first },
          { name: words.overview.left, value: left, color: COLORS.second },
        ],
        (value) => count(Math.abs(value)),
      )}
      type="stacked"
      data={data}
      series={[
        { name: 'joinedWhole', color: COLORS.first },
        { name: 'joinedSoFar', color: COLORS.first },
        { name: 'leftWhole', color: COLORS.second },
        { name: 'leftSoFar', color: COLORS.second },
      ]}
      barChartProps={{ stackOffset: 'sign' }}
      barProps={({ name, color }) => ({
        ...ROUND,
        ...(name.endsWith('SoFar') && { ...PARTIAL, stroke: color }),
      })}
      referenceLines={[{ y: 0, color: 'var(--edge)' }]}
    />
  )
}

/** Clicks by day or week. */
export function ClicksChart({ buckets }: { buckets: Bucket[] }) {
  const color = COLORS.first
  const data = buckets.map((bucket) => ({ ...bucket, [bucket.partial ? 'soFar' : 'whole']: bucket.clicks }))
  return (
    <BarChart
      {...shared(({ clicks }) => [{ name: words.overview.clicks, value: clicks, color }])}
      type="stacked"
      data={data}
      series={[
        { name: 'whole', color },
        { name: 'soFar', color },
      ]}
      barProps={({ name }) => ({ ...ROUND, ...(name === 'soFar' && { ...PARTIAL, stroke: color }) })}
    />
  )
}

/** The share of each application among the feeds that were read. Draws nothing where none was. */
export function SharesChart({
  buckets,
  applications,
}: {
  buckets: Bucket[]
  applications: { name: string; color: string; feeds: number[] }[]
}) {
  const feedsIn = ({ places }: Bucket, feeds: number[]) =>
    places.reduce((total, place) => total + feeds[place]!, 0)
  const sharesOf = (bucket: Bucket) => {
    const all = applications.reduce((total, { feeds }) => total + feedsIn(bucket, feeds), 0)
    return applications.map(({ name, color, feeds }) => ({
      ...{ name, color },
      value: all === 0 ? 0 : (100 * feedsIn(bucket, feeds)) / all,
    }))
  }
  const data = buckets.map((bucket) => ({
    ...bucket,
    ...Object.fromEntries(sharesOf(bucket).map(({ value }, index) => [`share${index}`, value])),
  }))
  const props = shared(
    (bucket) => sharesOf(bucket).filter(({ value }) => value > 0),
    (value) => percent(Math.round(value), 100),
  )
  return (
    <BarChart
      {...props}
      type="stacked"
      data={data}
      series={applications.map(({ color }, index) => ({ name: `share${index}`, color }))}
      yAxisProps={{ ...props.yAxisProps, domain: [0, 100], ticks: [0, 25, 50, 75, 100] }}
      barProps={ROUND}
    />
  )
}
