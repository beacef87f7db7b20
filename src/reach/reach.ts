import { AGGREGATORS, kindOf } from '../feeds/applications.ts'

/**
 * How many of a calendar's subscribers have a change. A person has it if each application that is active for them
 * has read it. `partly`: one has, another has not. The rest of `active` waits. `silent`: people without an active
 * application, who are not in `active`.
 */
export interface Reach {
  active: number
  reached: number
  partly: number
  silent: number
  /** By application, the most used first. A person with two applications counts for both. */
  applications: ApplicationReach[]
}

export interface ApplicationReach {
  name: string
  active: number
  reached: number
}

/** The public changes of one revision in one calendar. They have the same readers. */
export interface ChangeKey {
  revision: number
  calendarId: string
}

/** A read of a feed, as `feed_read` keeps the last one of each application. */
export interface LastRead {
  application: string
  revision: number
  /** Epoch ms. */
  lastReadAt: number
}

const HOUR_MS = 3_600_000
/** Devices may be off for days. Servers poll each day, so one that has not been there for longer was told to stop. */
const ACTIVE_MS = { device: 7 * 24 * HOUR_MS, unknown: 7 * 24 * HOUR_MS, aggregator: 72 * HOUR_MS }

/** Returns whether an application still reads the feed. */
export function isActive({ application, lastReadAt }: LastRead, now: number): boolean {
  return now - lastReadAt <= ACTIVE_MS[kindOf(application)]
}

/**
 * Returns since when an application must have read to be active (epoch ms): any, which is long ago, and the named
 * servers.
 */
export function oldestActiveReads(now: number): {
  device: number
  aggregator: number
  aggregators: string[]
} {
  const { device, aggregator } = ACTIVE_MS
  return { device: now - device, aggregator: now - aggregator, aggregators: AGGREGATORS }
}

/** Adds up the reach of all changes of one calendar, one subscriber after the other. */
export class ReachCount {
  readonly #changes: { revision: number; at: number }[]
  readonly #totals: Totals
  readonly #applications = new Map<string, Pick<Totals, 'active' | 'reached'>>()

  /** `changes`: in the order of their revisions, at (epoch ms) which they were committed. */
  constructor(changes: { revision: number; at: number }[]) {
    this.#changes = changes
    this.#totals = { active: this.#line(), reached: this.#line(), partly: this.#line(), silent: this.#line() }
  }

  /** `since`: when the person began to follow the calendar; earlier changes are none for them. */
  add(since: number, reads: LastRead[], now: number): void {
    const changes = this.#changes
    const from = changes.findIndex(({ at }) => at >= since)
    if (from === -1) return
    const active = reads.filter((read) => isActive(read, now))
    const upTo = (revision: number) => Math.max(from, countUpTo(changes, revision))
    if (active.length === 0) return raise(this.#totals.silent, from, changes.length)
    const revisions = active.map(({ revision }) => revision)
    const [all, one] = [upTo(Math.min(...revisions)), upTo(Math.max(...revisions))]
    raise(this.#totals.active, from, changes.length)
    raise(this.#totals.reached, from, all)
    raise(this.#totals.partly, all, one)
    for (const { application, revision } of active) {
      const counts = this.#applications.get(application) ?? { active: this.#line(), reached: this.#line() }
      this.#applications.set(application, counts)
      raise(counts.active, from, changes.length)
      raise(counts.reached, from, upTo(revision))
    }
  }

  /** Returns the reach of each change, in their order. */
  reach(): Reach[] {
    const totals = sums(this.#totals)
    const applications = [...this.#applications].map(([name, counts]) => ({ name, ...sums(counts) }))
    return this.#changes.map((_, i) => ({
      active: totals.active[i]!,
      reached: totals.reached[i]!,
      partly: totals.partly[i]!,
      silent: totals.silent[i]!,
      applications: applications
        .map(({ name, active, reached }) => ({ name, active: active[i]!, reached: reached[i]! }))
        .filter(({ active }) => active > 0)
        .sort((a, b) => b.active - a.active || (a.name < b.name ? -1 : 1)),
    }))
  }

  /** The differences between one change and the one before: a person costs the same for any number of changes. */
  #line(): number[] {
    return new Array<number>(this.#changes.length + 1).fill(0)
  }
}

type Totals = Record<'active' | 'reached' | 'partly' | 'silent', number[]>

/** The number of changes up to a revision. */
function countUpTo(changes: { revision: number }[], revision: number): number {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (changes[middle]!.revision <= revision) low = middle + 1
    else high = middle
  }
  return low
}

function raise(line: number[], from: number, to: number): void {
  if (to <= from) return
  line[from]!++
  line[to]!--
}

function sums<Lines extends Record<string, number[]>>(lines: Lines): Lines {
  const summed = Object.entries(lines).map(([name, line]) => {
    let sum = 0
    return [name, line.map((difference) => (sum += difference))]
  })
  return Object.fromEntries(summed) as Lines
}
