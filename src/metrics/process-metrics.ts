import { monitorEventLoopDelay } from 'node:perf_hooks'
import { counter, gauge, type Metric } from './metric.ts'

/** How often the event loop is looked at, in milliseconds. */
const RESOLUTION_MS = 20
const NS_PER_S = 1e9
const SECONDS_PER_TICK = RESOLUTION_MS / 1000

/** What Node knows of this process. */
export interface ProcessMetrics {
  read(): Metric[]
  close(): void
}

/** Watches the event loop until it is closed. Delays are those since they were last read. */
export function watchProcess(): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return {
    read() {
      const { rss, heapUsed, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const startedAt = Date.now() / 1000 - process.uptime()
      const metrics = [
        gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
        gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript values.', heapUsed),
        gauge('nodejs_external_memory_bytes', 'Memory outside the heap, such as feeds.', external),
        counter('process_cpu_seconds_total', 'Processor time used.', (user + system) / 1e6),
        gauge('process_start_time_seconds', 'When the process began, in Unix time.', startedAt, 'min'),
        gauge('fasti_event_loop_delay_seconds', 'How late the event loop is.', quantiles(delay), 'max'),
      ]
      delay.reset()
      return metrics
    },
    close: () => void delay.disable(),
  }
}

/** Node's histogram has the whole time from one look to the next; what is above the interval is the delay. */
function quantiles(delay: ReturnType<typeof monitorEventLoopDelay>) {
  const late = (ns: number) => (delay.count === 0 ? 0 : Math.max(0, ns / NS_PER_S - SECONDS_PER_TICK))
  return [
    { value: late(delay.percentile(50)), labels: { quantile: 0.5 } },
    { value: late(delay.percentile(99)), labels: { quantile: 0.99 } },
    { value: late(delay.max), labels: { quantile: 1 } },
  ]
}
