import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { isTimeout, tooBusy } from './transact.ts'
import type { Whose } from './whose.ts'

/** When nothing of a unit was answered for so long, while others of it wait, it hangs. */
const STUCK_MS = 1000
/** When the first of those who wait for a place has waited this long, further ones are refused at once. */
const QUEUE_MS = 1000
/**
 * Milliseconds before a unit that hangs is asked again, then twice as many, up to the most: where the server goes on with
 * a statement that was cancelled, each attempt leaves a session there.
 */
const AGAIN_MS = 1000
const MOST_AGAIN_MS = 8000
/** Statements that meet the rows of all publishers: background work, and they hang when any node does. */
const MOST_OF_ALL = 2

/** A connection's place in the share of its unit. */
export interface Place {
  /** True when the connection is given up: its node hangs. */
  readonly isOver: boolean
  /** Notes that the server answered. */
  answered(): void
  /** Notes that a statement sent at a time, in ms of the process, got no answer. */
  unanswered(sentAt: number): void
  release(): void
}

interface Held {
  isOver: boolean
  abandon: () => void
}

interface Waiting {
  since: number
  go: () => void
  fail: (error: Error) => void
}

interface Unit {
  most: number
  held: Set<Held>
  waiting: Set<Waiting>
  answeredAt: number
  /** `busy`: those that waited did so in vain; `hangs`: the small read got no answer either. */
  state: 'well' | 'busy' | 'hangs'
  watch: NodeJS.Timeout | undefined
}

type Who = Exclude<Whose, undefined>

export interface ShareOptions {
  /** Connections that one unit may hold at a time. */
  most: number
  /** Returns the unit of a publisher: its node in a spread database, else the publisher itself. */
  unitOf: (publisherId: number) => number | Promise<number>
  /** Reads something small. Rejects with a timeout if there is no answer. */
  probe: (who: Who) => Promise<unknown>
}

/**
 * Shares the connections of a pool out: no unit takes more than a part of them, the next of it waits without one. A unit
 * is what hangs together. When nothing of it is answered for a second, those that wait are refused, and all that come,
 * until a small read, tried now and then, is answered. If the first one is not, connections that the unit holds are given
 * up. So a unit that hangs costs the others nothing but its part, for some seconds.
 */
export class Shares {
  readonly #options: ShareOptions
  readonly #units = new Map<number | 'all', Unit>()
  readonly #closing = new AbortController()

  constructor(options: ShareOptions) {
    this.#options = options
  }

  /** The statements that wait for a place. */
  get waiting(): number {
    return [...this.#units.values()].reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /** Resolves when there is a place. Rejects if the unit hangs, or has too much to do. `abandon`: gives the connection up. */
  async take(who: Who, abandon: () => void): Promise<Place> {
    const key = who === 'all' ? who : await this.#options.unitOf(who)
    const unit = this.#find(key)
    if (unit.state !== 'well') throw refusal(unit)
    const held: Held = { isOver: false, abandon }
    if (unit.held.size < unit.most) unit.held.add(held)
    else await this.#wait(unit, who, held)
    return {
      get isOver() {
        return held.isOver
      },
      answered: () => void (unit.answeredAt = performance.now()),
      unanswered: (sentAt) => {
        if (unit.answeredAt < sentAt) this.#stick(unit, who)
      },
      release: () => {
        unit.held.delete(held)
        const [next] = unit.waiting
        if (next) next.go()
        else if (unit.held.size === 0 && unit.state === 'well') this.#units.delete(key)
      },
    }
  }

  close(): void {
    this.#closing.abort()
  }

  #find(key: number | 'all'): Unit {
    let unit = this.#units.get(key)
    if (!unit) {
      const most = key === 'all' ? Math.min(MOST_OF_ALL, this.#options.most) : this.#options.most
      const idle = { state: 'well' as const, watch: undefined, answeredAt: performance.now() }
      this.#units.set(key, (unit = { most, held: new Set(), waiting: new Set(), ...idle }))
    }
    return unit
  }

  /** Resolves when `held` has a place. */
  #wait(unit: Unit, who: Who, held: Held): Promise<void> {
    const [first] = unit.waiting
    const since = performance.now()
    if (first && since - first.since > QUEUE_MS) throw refusal(unit)
    unit.watch ??= setInterval(() => void this.#look(unit, who), STUCK_MS)
    return new Promise((resolve, reject) => {
      const own: Waiting = {
        since,
        go() {
          unit.waiting.delete(own)
          unit.held.add(held)
          resolve()
        },
        fail(error) {
          unit.waiting.delete(own)
          reject(error)
        },
      }
      unit.waiting.add(own)
    })
  }

  /** Looks if those that wait for a place do so in vain. */
  async #look(unit: Unit, who: Who): Promise<void> {
    // A process that was busy itself first reads what was answered meanwhile.
    await setImmediate()
    if (unit.waiting.size > 0 && performance.now() - unit.answeredAt >= STUCK_MS) this.#stick(unit, who)
    if (unit.waiting.size > 0) return
    clearInterval(unit.watch)
    unit.watch = undefined
  }

  #stick(unit: Unit, who: Who): void {
    if (unit.state !== 'well') return
    unit.state = 'busy'
    for (const { fail } of unit.waiting) fail(refusal(unit))
    void this.#untilAnswered(unit, who).then(() => {
      unit.state = 'well'
      unit.answeredAt = performance.now()
    })
  }

  async #untilAnswered(unit: Unit, who: Who): Promise<void> {
    for (let pause = AGAIN_MS; !this.#closing.signal.aborted; pause = Math.min(2 * pause, MOST_AGAIN_MS)) {
      const isLate = await this.#options.probe(who).then(() => false, isTimeout)
      if (!isLate) return
      unit.state = 'hangs'
      for (const held of unit.held) {
        held.isOver = true
        held.abandon()
      }
      await sleep(pause, undefined, { ref: false })
    }
  }
}

function refusal({ state }: Unit): Error {
  return state === 'hangs' ? hangs() : tooBusy('others wait for a connection to the database')
}

/** An error that `isUnreachable` recognises. */
export function hangs(): Error {
  return Object.assign(new Error('the node of the database hangs'), { code: CONNECTION_FAILURE })
}

/** PostgreSQL's code for a connection that failed. */
const CONNECTION_FAILURE = '08006'
