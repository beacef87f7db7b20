import type { Callback } from './callback.ts'

const PER_CALLBACK = 16
/** For a callback that let us wait until the time-out, until it answers again. */
const PER_SLOW_CALLBACK = 1
const PER_HOST = 64
const IN_ALL = 128

/**
 * How many deliveries may be under way at once: in all, to one host, whoever's it is, and to one callback,
 * so that a slow receiver takes no more than its share from the others.
 */
export class Room {
  readonly #underWay = new Map<string, number>()
  readonly #slow = new Set<string>()

  /** Whether half of a callback's places are free; only then it gets new ones, so that they are claimed together. */
  hasPlaces(callbackId: string): boolean {
    return this.#count(callbackId) <= this.#limit(callbackId) / 2
  }

  /** How many more may be started to a callback now. */
  left(callback: Callback): number {
    if (!this.hasPlaces(callback.id)) return 0
    const own = this.#limit(callback.id) - this.#count(callback.id)
    return Math.max(0, Math.min(own, PER_HOST - this.#count(hostOf(callback)), IN_ALL - this.#count('')))
  }

  enter(callback: Callback): void {
    for (const key of [callback.id, hostOf(callback), '']) this.#underWay.set(key, this.#count(key) + 1)
  }

  /** `inTime`: whether it answered, whatever it said, before the time-out. */
  leave(callback: Callback, inTime: boolean): void {
    for (const key of [callback.id, hostOf(callback), '']) {
      const count = this.#count(key) - 1
      if (count > 0) this.#underWay.set(key, count)
      else this.#underWay.delete(key)
    }
    if (inTime) this.#slow.delete(callback.id)
    else this.#slow.add(callback.id)
  }

  #limit(callbackId: string): number {
    return this.#slow.has(callbackId) ? PER_SLOW_CALLBACK : PER_CALLBACK
  }

  #count(key: string): number {
    return this.#underWay.get(key) ?? 0
  }
}

function hostOf(callback: Callback): string {
  return new URL(callback.url).host
}
