import { Counter, Gauge, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'

/** A metric with its current values, as prom-client aggregates and prints it. */
export type Metric = MetricObjectWithValues<MetricValue<string>>

type Labels = Record<string, string | number>
/** A number, or one for each set of labels; undefined: no value. */
type Values = number | undefined | { labels: Labels; value: number }[]
/**
 * How values of several processes are aggregated; `first` for values that all read from the same database.
 */
type Aggregator = 'sum' | 'max' | 'min' | 'first'

/** Adds a gauge whose value is read when the metrics are requested. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Values,
  { aggregator = 'sum', labelNames = [] }: { aggregator?: Aggregator; labelNames?: string[] } = {},
): void {
  new Gauge({
    ...{ name, help, aggregator, labelNames, registers: [registry] },
    collect() {
      const values = read()
      this.reset()
      if (values === undefined) this.remove()
      else if (typeof values === 'number') this.set(values)
      else for (const { labels, value } of values) this.set(labels, value)
    },
  })
}

/** Adds a counter whose value is counted elsewhere. */
export function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    ...{ name, help, registers: [registry] },
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}
