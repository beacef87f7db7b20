import type { Line } from './figure.ts'

export interface Options {
  /** Events stored before batches are timed, in rising order. */
  events: number[]
  /** Fewer rounds and less data: to see that the benchmarks work. */
  quick: boolean
  /** Folder for CPU profiles of the service; undefined: none are made. */
  profiles: string | undefined
  /** Folder that keeps the database of a million subscribers from run to run; undefined: it is made anew. */
  keep: string | undefined
  /** Tells what is going on. */
  progress: (text: string) => void
}

/** Measures something of the service and what it is held against, side by side. */
export type Benchmark = (options: Options) => Promise<Line[]>
