import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { ConfigError } from '../errors.ts'
import { isFastiMessage, type Report, sendMessage } from './messages.ts'
import { STOP_MS } from './stopping.ts'

/** A process that ended is restarted after this time, which doubles each time. */
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000
/** A process that ran this long was stable: the pause starts again at the minimum. */
const STABLE_MS = 60_000

/** A slot for a process. Its process is replaced when it ends. */
interface Slot {
  first: boolean
  worker: Worker | undefined
  /** When its process was started, from `performance.now`. */
  since: number
  prepared: boolean
  started: boolean
  /** How often its process ended in a row. */
  ends: number
}

/** The processes of a service, which are started and stopped together; those that end are replaced. */
export class Group {
  readonly #log: Logger
  readonly #slots: Slot[]
  readonly #start = Promise.withResolvers<string | undefined>()
  readonly #stopped = Promise.withResolvers<void>()
  #state: 'preparing' | 'beginning' | 'running' | 'stopping' = 'preparing'

  constructor(size: number, log: Logger) {
    this.#log = log
    this.#slots = Array.from({ length: size }, (_, i) => slot(i === 0))
  }

  get pids(): number[] {
    return this.#slots.flatMap(({ worker }) => worker?.process.pid ?? [])
  }

  /**
   * Starts all processes. They begin to listen when all are ready. Resolves with the address when all listen.
   * Throws ConfigError if one of them can't start.
   */
  start(): Promise<string | undefined> {
    for (const slot of this.#slots) this.#fork(slot)
    return this.#start.promise
  }

  /** Stops all processes; returns true if they ended in time without being killed. */
  async stop(): Promise<boolean> {
    this.#state = 'stopping'
    let inTime = true
    const deadline = setTimeout(() => {
      inTime = false
      this.#log.warn('processes that did not end were killed')
      this.#signal('SIGKILL')
    }, STOP_MS)
    this.#signal('SIGTERM')
    this.#checkStopped()
    await this.#stopped.promise
    clearTimeout(deadline)
    return inTime
  }

  #fork(slot: Slot): void {
    if (this.#state === 'stopping') return
    const worker = cluster.fork()
    Object.assign(slot, { worker, since: performance.now(), prepared: false, started: false })
    worker.on('message', (message) => isFastiMessage(message) && this.#onMessage(slot, message as Report))
    worker.once('error', (error) => this.#ended(slot, worker, error.message))
    worker.once('exit', (code, signal) => this.#ended(slot, worker, signal ?? `exit code ${code}`))
  }

  #onMessage(slot: Slot, report: Report): void {
    if (report.fasti === 'refused') return this.#refused(report.reason)
    slot[report.fasti] = true
    if (report.fasti === 'prepared') {
      if (this.#state === 'running') this.#begin(slot)
      if (this.#state !== 'preparing' || !this.#slots.every(({ prepared }) => prepared)) return
      this.#state = 'beginning'
      for (const each of this.#slots) this.#begin(each)
    } else if (this.#state === 'running') {
      this.#log.info({ process: slot.worker?.process.pid }, 'a process replaced one that ended')
    } else if (this.#state === 'beginning' && this.#slots.every(({ started }) => started)) {
      this.#state = 'running'
      this.#start.resolve(report.address)
    }
  }

  #begin({ worker, first }: Slot): void {
    if (worker) void sendMessage(worker.process, { fasti: 'begin', first })
  }

  #refused(reason: string): void {
    this.#start.reject(new ConfigError(reason)) // has no effect after the start
    if (this.#state === 'running') this.#log.error({ reason }, 'a process can not start')
  }

  #ended(slot: Slot, worker: Worker, how: string): void {
    if (slot.worker !== worker) return
    slot.worker = undefined
    if (this.#state === 'stopping') return this.#checkStopped()
    if (this.#state !== 'running')
      return this.#start.reject(new ConfigError(`a process of the service ended while it started (${how})`))
    if (performance.now() - slot.since > STABLE_MS) slot.ends = 0
    const pauseMs = Math.min(MIN_PAUSE_MS * 2 ** slot.ends++, MAX_PAUSE_MS)
    this.#log.error({ process: worker.process.pid, how, pauseMs }, 'a process ended and will be replaced')
    const restart = setTimeout(() => this.#fork(slot), pauseMs)
    // Otherwise the timer would keep this process alive.
    void this.#stopped.promise.then(() => clearTimeout(restart))
  }

  #signal(name: NodeJS.Signals): void {
    // Not `worker.kill`, which first disconnects it from the server.
    for (const { worker } of this.#slots) worker?.process.kill(name)
  }

  #checkStopped(): void {
    if (this.#slots.every(({ worker }) => !worker)) this.#stopped.resolve()
  }
}

function slot(first: boolean): Slot {
  return { first, worker: undefined, since: 0, prepared: false, started: false, ends: 0 }
}
