import { readRetryAfter, waitOf } from './waiting.ts'

/** What the server lets through of one kind of operation, as its answers say. */
export class Lane {
  /** When the next request may be sent, on the clock of `performance.now`. */
  private openAt = 0
  private last: Promise<unknown> = Promise.resolve()

  /** Milliseconds until the next request may be sent. */
  wait(): number {
    // Timers know whole milliseconds only.
    return Math.ceil(Math.max(0, this.openAt - performance.now()))
  }

  /** Reads the `RateLimit` headers of an answer. */
  learn(headers: Headers): void {
    if (headers.get('ratelimit-remaining') !== '0') return
    const seconds = readRetryAfter(headers.get('retry-after') ?? headers.get('ratelimit-reset'))
    if (seconds !== undefined) this.openAt = performance.now() + waitOf(seconds)
  }

  /** Lets one after the other through, in the order in which they came. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work, work)
    this.last = mine.catch(() => {})
    return mine
  }
}
