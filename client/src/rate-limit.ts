import { readRetryAfter, waitOf } from './waiting.ts'

/** The rate limit of one kind of operation, read from the server's responses. */
export class RateLimit {
  /** When the next request may be sent, in the time of `performance.now`. */
  private openAt = 0
  private last: Promise<unknown> = Promise.resolve()

  /** Milliseconds until the next request may be sent. */
  wait(): number {
    // Timers have whole milliseconds.
    return Math.ceil(Math.max(0, this.openAt - performance.now()))
  }

  /** Reads the `RateLimit` headers of a response. */
  learn(headers: Headers): void {
    if (headers.get('ratelimit-remaining') !== '0') return
    const seconds = readRetryAfter(headers.get('retry-after') ?? headers.get('ratelimit-reset'))
    if (seconds !== undefined) this.openAt = performance.now() + waitOf(seconds)
  }

  /** Runs work one at a time, in the order of the calls. */
  runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work, work)
    this.last = result.catch(() => {})
    return result
  }
}
