import type { Histogram } from './histogram.ts'

/** How the numbers of several processes become one. */
type Aggregator = 'sum' | 'max' | 'min' | 'first'

/** One metric with its values now, in the shape that prom-client sums and prints. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  aggregator: Aggregator
  values: Value[]
}

export interface Value {
  value: number
  labels: Record<string, string | number>
  /** Where it is not the metric's own: `<name>_bucket`. */
  metricName?: string
}

export function counter(name: string, help: string, values: Value[] | number): Metric {
  return { name, help, type: 'counter', aggregator: 'sum', values: valuesOf(values) }
}

/** `aggregator`: `first` for what all processes read from the same database. */
export function gauge(
  name: string,
  help: string,
  values: Value[] | number,
  aggregator: Aggregator = 'sum',
): Metric {
  return { name, help, type: 'gauge', aggregator, values: valuesOf(values) }
}

export function histogram(
  name: string,
  help: string,
  series: { labels: Value['labels']; histogram: Histogram }[],
): Metric {
  const values = series.flatMap(({ labels, histogram }) => histogramValues(name, labels, histogram))
  return { name, help, type: 'histogram', aggregator: 'sum', values }
}

/** One value for each entry, under a label that has its key. */
export function byLabel(label: string, numbers: Record<string, number>): Value[] {
  return Object.entries(numbers).map(([key, value]) => ({ value, labels: { [label]: key } }))
}

function histogramValues(name: string, labels: Value['labels'], { bounds, counts, sum }: Histogram): Value[] {
  let total = 0
  const buckets = counts.map((count, place) => ({
    metricName: `${name}_bucket`,
    value: (total += count),
    labels: { ...labels, le: bounds[place] ?? '+Inf' },
  }))
  return [
    ...buckets,
    { metricName: `${name}_sum`, value: sum, labels },
    { metricName: `${name}_count`, value: total, labels },
  ]
}

function valuesOf(values: Value[] | number): Value[] {
  return typeof values === 'number' ? [{ value: values, labels: {} }] : values
}
