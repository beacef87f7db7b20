import cluster, { type Worker } from 'node:cluster'
import type { Metric } from './metric.ts'

/**
 * A process that does not respond in this time is left out, so that the metrics of the others are available.
 */
const TIMEOUT_MS = 2000

type Message =
  | { metrics: 'wanted'; id: number }
  | { metrics: 'read'; id: number; own: Metric[] }
  | { metrics: 'gathered'; id: number; processes: Metric[][] }

/**
 * Relays metrics between the processes of a cluster. Call it in the primary process before the others are
 * forked.
 */
export function relayMetrics(): void {
  let asked = 0
  const gatherings = new Map<number, { expected: Set<number>; processes: Metric[][]; finish: () => void }>()

  cluster.on('message', (worker: Worker, message: Message) => {
    if (message.metrics === 'wanted') gather(worker, message.id)
    if (message.metrics !== 'read') return
    const gathering = gatherings.get(message.id)
    if (!gathering?.expected.delete(worker.id)) return
    gathering.processes.push(message.own)
    if (gathering.expected.size === 0) gathering.finish()
  })

  function gather(worker: Worker, id: number): void {
    const others = Object.values(cluster.workers ?? {}).filter(
      (other) => other !== undefined && other.id !== worker.id && other.isConnected(),
    ) as Worker[]
    const own = ++asked
    const processes: Metric[][] = []
    const finish = () => {
      clearTimeout(deadline)
      gatherings.delete(own)
      if (worker.isConnected()) worker.send({ metrics: 'gathered', id, processes } satisfies Message)
    }
    const deadline = setTimeout(finish, TIMEOUT_MS)
    gatherings.set(own, { expected: new Set(others.map((other) => other.id)), processes, finish })
    for (const other of others) other.send({ metrics: 'wanted', id: own } satisfies Message)
    if (others.length === 0) finish()
  }
}

/** The other processes of the service. */
export interface OtherProcesses {
  /** The metrics of each process that responds. */
  read(): Promise<Metric[][]>
  close(): void
}

/**
 * Sends the result of `read` to other processes on request, and requests theirs. Does nothing in a single
 * process.
 */
export function joinProcesses(read: () => Promise<Metric[]>): OtherProcesses {
  const { worker } = cluster
  if (!worker) return { read: () => Promise.resolve([]), close: () => {} }
  let asked = 0
  const waiting = new Map<number, (processes: Metric[][]) => void>()
  const hear = (message: Message) => {
    if (message.metrics === 'wanted')
      void read().then((own) => worker.send({ metrics: 'read', id: message.id, own } satisfies Message))
    if (message.metrics === 'gathered') waiting.get(message.id)?.(message.processes)
  }
  worker.on('message', hear)
  return {
    async read() {
      const id = ++asked
      const { promise, resolve } = Promise.withResolvers<Metric[][]>()
      waiting.set(id, resolve)
      const deadline = setTimeout(() => resolve([]), 2 * TIMEOUT_MS)
      worker.send({ metrics: 'wanted', id } satisfies Message)
      return promise.finally(() => {
        clearTimeout(deadline)
        waiting.delete(id)
      })
    },
    close: () => void worker.off('message', hear),
  }
}
