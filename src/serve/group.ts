import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import { isOurs, type Report, tell } from './messages.ts'
import { STOP_MS } from './stopping.ts'

/** A process that ended is started again after this, and each time after twice as long. */
const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** One that lived so long is well: when it ends, that counts as the first time. */
const WELL_MS = 60_000

/** The place of one process: who has it changes. */
interface Place {
  first: boolean
  worker: Worker | undefined
  /** When its process was started, by `performance.now`. */
  since: number
  prepared: boolean
  started: boolean
  /** Times it ended in a row. */
  ends: number
}

/** The processes of a service: started together, kept alive, stopped together. */
export class Group {
  readonly #log: Logger
  readonly #places: Place[]
  readonly #start = Promise.withResolvers<string | undefined>()
  readonly #stopped = Promise.withResolvers<void>()
  #state: 'preparing' | 'beginning' | 'running' | 'stopping' = 'preparing'

  constructor(size: number, log: Logger) {
    this.#log = log
    this.#places = Array.from({ length: size }, (_, i) => place(i === 0))
  }

  get pids(): number[] {
    return this.#places.flatMap(({ worker }) => worker?.process.pid ?? [])
  }

  /**
   * Starts all processes. None listens before all are ready to; resolves when all do, with the address. Throws
   * ConfigError when one of them can't.
   */
  start(): Promise<string | undefined> {
    for (const place of this.#places) this.#fork(place)
    return this.#start.promise
  }

  /** Stops all; tells whether they ended by themselves in time. */
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

  #fork(place: Place): void {
    if (this.#state === 'stopping') return
    const worker = cluster.fork()
    Object.assign(place, { worker, since: performance.now(), prepared: false, started: false })
    worker.on('message', (message) => isOurs(message) && this.#hear(place, message as Report))
    worker.once('error', (error) => this.#ended(place, worker, error.message))
    worker.once('exit', (code, signal) => this.#ended(place, worker, signal ?? `exit code ${code}`))
  }

  #hear(place: Place, report: Report): void {
    if (report.fasti === 'refused') return this.#refused(report.reason)
    place[report.fasti] = true
    if (report.fasti === 'prepared') {
      if (this.#state === 'running') this.#begin(place)
      if (this.#state !== 'preparing' || !this.#places.every(({ prepared }) => prepared)) return
      this.#state = 'beginning'
      for (const each of this.#places) this.#begin(each)
    } else if (this.#state === 'running') {
      this.#log.info({ process: place.worker?.process.pid }, 'a process took the place of one that ended')
    } else if (this.#state === 'beginning' && this.#places.every(({ started }) => started)) {
      this.#state = 'running'
      this.#start.resolve(report.address)
    }
  }

  #begin({ worker, first }: Place): void {
    if (worker) void tell(worker.process, { fasti: 'begin', first })
  }

  #refused(reason: string): void {
    this.#start.reject(new ConfigError(reason)) // of no effect later
    if (this.#state === 'running') this.#log.error({ reason }, 'a process can not start')
  }

  #ended(place: Place, worker: Worker, how: string): void {
    if (place.worker !== worker) return
    place.worker = undefined
    if (this.#state === 'stopping') return this.#checkStopped()
    if (this.#state !== 'running')
      return this.#start.reject(new ConfigError(`a process of the service ended while it started (${how})`))
    if (performance.now() - place.since > WELL_MS) place.ends = 0
    const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** place.ends++, LONGEST_PAUSE_MS)
    this.#log.error({ process: worker.process.pid, how, pauseMs }, 'a process ended, another takes its place')
    const again = setTimeout(() => this.#fork(place), pauseMs)
    // Else it would keep us here to its end.
    void this.#stopped.promise.then(() => clearTimeout(again))
  }

  #signal(name: NodeJS.Signals): void {
    // Not `worker.kill`, which takes the server away from it first.
    for (const { worker } of this.#places) worker?.process.kill(name)
  }

  #checkStopped(): void {
    if (this.#places.every(({ worker }) => !worker)) this.#stopped.resolve()
  }
}

function place(first: boolean): Place {
  return { first, worker: undefined, since: 0, prepared: false, started: false, ends: 0 }
}
