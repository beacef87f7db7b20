/** Counts requests in sliding windows of a length in milliseconds, one for each key. */
export class RequestWindows {
  readonly #times = new Map<string, number[]>()
  readonly #length: number
  /** The most that stood in one window so far. */
  peak = 0

  constructor(length: number) {
    this.#length = length
  }

  /** Returns the requests of the window that ends now. Times are milliseconds and never go back. */
  count(key: string, now: number): number {
    const times = this.#times.get(key)
    if (!times) return 0
    const kept = times.findIndex((time) => time > now - this.#length)
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
