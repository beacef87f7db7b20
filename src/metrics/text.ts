import { AggregatorRegistry } from 'prom-client'
import type { Metric } from './metric.ts'

/** The type of what `metricsText` gives. */
export const METRICS_TYPE = AggregatorRegistry.PROMETHEUS_CONTENT_TYPE

/** The metrics of all processes added up, as Prometheus reads them. */
export function metricsText(processes: Metric[][]): Promise<string> {
  return AggregatorRegistry.aggregate(processes).metrics()
}
