import { join } from 'node:path'
import { type Crowd, FEED_OF_50, makeCrowd } from './crowd.ts'
import type { Options } from './options.ts'
import { workFolder } from './work-folder.ts'

const BIG = { ...FEED_OF_50, subscribers: 1_000_000, calendars: 1000 }
const QUICK = { ...FEED_OF_50, subscribers: 1000, calendars: 10 }

let made: Promise<Crowd> | undefined

/**
 * A million subscribers with five million private events in a thousand calendars, of which the first has all of
 * them. It is made once and shared by the benchmarks of a run, which may add to it, one after the other.
 */
export function bigCrowd({ quick, keep, progress }: Options): Promise<Crowd> {
  if (!made) progress('filling the database of a million subscribers, or finding it')
  // The folder goes when the process ends.
  made ??= makeCrowd(quick || !keep ? workFolder().path : join(keep, 'million'), quick ? QUICK : BIG)
  return made
}

/** Numbers from 0 up to `below`, each once, in no order. `below` has no factor 7919. */
export function scattered(below: number): (n: number) => number {
  return (n) => (n * 7919 + 13) % below
}
