/** Requests that Google accepts in any 60 seconds: of one project, and of one person in it. */
export interface Quota {
  projectPerMinute: number
  userPerMinute: number
}

/** The quotas of new projects (developers.google.com/workspace/calendar/api/guides/quota), with a sliding window. */
export const GOOGLE_QUOTA: Quota = { projectPerMinute: 10_000, userPerMinute: 600 }

const WINDOW_MS = 60_000

/** Counts requests in sliding windows, one for each key. */
export class RequestWindows {
  readonly #times = new Map<string, number[]>()
  /** The most that stood in one window so far. */
  peak = 0

  /** Returns the requests of the last minute. Times are milliseconds and never go back. */
  count(key: string, now: number): number {
    const times = this.#times.get(key)
    if (!times) return 0
    const kept = times.findIndex((time) => time > now - WINDOW_MS)
    if (kept === -1) this.#times.delete(key)
    else if (kept > 0) times.splice(0, kept)
    return kept === -1 ? 0 : times.length
  }

  add(key: string, now: number): void {
    const times = this.#times.get(key)
    if (times) times.push(now)
    else this.#times.set(key, [now])
    this.peak = Math.max(this.peak, this.count(key, now))
  }
}
