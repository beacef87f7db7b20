import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import { addCounter, addGauge } from './metric.ts'

/** Sampling interval of the event loop. */
const RESOLUTION_MS = 20
const NS_PER_S = 1e9
const SECONDS_PER_TICK = RESOLUTION_MS / 1000

/**
 * Adds Node's metrics of the process. Monitors the event loop until `close`; delays are those since the last
 * read.
 */
export function addProcessMetrics(registry: Registry): { close: () => void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  addGauge(
    registry,
    'process_resident_memory_bytes',
    'Memory of the process.',
    () => process.memoryUsage().rss,
  )
  addGauge(
    registry,
    'nodejs_heap_size_used_bytes',
    'Memory of JavaScript values.',
    () => process.memoryUsage().heapUsed,
  )
  addGauge(
    registry,
    'nodejs_external_memory_bytes',
    'Memory outside the heap, such as feeds.',
    () => process.memoryUsage().external,
  )
  addCounter(registry, 'process_cpu_seconds_total', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  addGauge(
    registry,
    'process_start_time_seconds',
    'When the process began, in Unix time.',
    () => Date.now() / 1000 - process.uptime(),
    { aggregator: 'min' },
  )
  addGauge(
    registry,
    'fasti_event_loop_delay_seconds',
    'How late the event loop is.',
    () => {
      const values = quantiles(delay)
      delay.reset()
      return values
    },
    { labelNames: ['quantile'], aggregator: 'max' },
  )
  return { close: () => void delay.disable() }
}

/** Node's histogram has the time between two samples; the delay is what exceeds the interval. */
function quantiles(delay: ReturnType<typeof monitorEventLoopDelay>) {
  const late = (ns: number) => (delay.count === 0 ? 0 : Math.max(0, ns / NS_PER_S - SECONDS_PER_TICK))
  return [
    { value: late(delay.percentile(50)), labels: { quantile: 0.5 } },
    { value: late(delay.percentile(99)), labels: { quantile: 0.99 } },
    { value: late(delay.max), labels: { quantile: 1 } },
  ]
}
