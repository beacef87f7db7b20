import { LRUCache } from 'lru-cache'
import type { Callback } from './callback.ts'
import type { DueCallback } from './delivery-queue.ts'

const IN_ALL = 128
/** One publisher's callbacks together, while others wait, */
const PER_PUBLISHER_BESIDE_OTHERS = IN_ALL / 4
/** and while nobody else does: whoever comes next finds places at once. */
const PER_PUBLISHER = IN_ALL / 2
const PER_HOST = 64
/** One callback that answers within a second. One that takes 4 seconds has a quarter of these places, and so on. */
const PER_CALLBACK = 16
/** From so many seconds on a callback is slow, and all slow ones together have half of the places. */
const SLOW_SECONDS = 2
const FOR_SLOW = IN_ALL / 2
/** Callbacks whose duration is remembered. */
const REMEMBERED = 10_000

/**
 * How many deliveries may be under way at once: in all, of one publisher, to one host, whoever's it is, and to one
 * callback by the time it takes. A receiver that takes long, whatever it answers, takes no more than its share.
 */
export class Room {
  readonly #underWay = new Map<string, number>()
  /** How long callbacks take. A quick answer halves it, so that one quick answer among slow ones does not clear it. */
  readonly #seconds = new LRUCache<string, number>({ max: REMEMBERED })

  /** True if half of a callback's places are free; only then it gets new ones, so that they are claimed together. */
  hasPlaces({ callbackId }: DueCallback): boolean {
    return this.#count(callbackKey(callbackId)) <= this.#limit(callbackId) / 2
  }

  /** How many more deliveries of a callback may be started now, whatever its host. `othersWait`: other publishers. */
  leftFor(due: DueCallback, othersWait: boolean): number {
    if (!this.hasPlaces(due)) return 0
    const { publisherId, callbackId: id } = due
    const ofPublisher = othersWait ? PER_PUBLISHER_BESIDE_OTHERS : PER_PUBLISHER
    return Math.max(
      0,
      Math.min(
        this.#limit(id) - this.#count(callbackKey(id)),
        ofPublisher - this.#count(publisherKey(publisherId)),
        IN_ALL - this.#count(ALL),
        this.#isSlow(id) ? FOR_SLOW - this.#count(SLOW) : Infinity,
      ),
    )
  }

  /** How many more may be started to a callback whose host is known. */
  left(callback: Callback, othersWait: boolean): number {
    const { publisherId, id: callbackId } = callback
    const toHost = PER_HOST - this.#count(hostKey(callback))
    return Math.max(0, Math.min(this.leftFor({ publisherId, callbackId }, othersWait), toHost))
  }

  /** Takes a place. The result gives it back, and is called with the time the delivery took, whatever came of it. */
  enter(callback: Callback): (durationMs: number) => void {
    const { publisherId, id } = callback
    const keys = [ALL, publisherKey(publisherId), hostKey(callback), callbackKey(id)]
    if (this.#isSlow(id)) keys.push(SLOW)
    for (const key of keys) this.#underWay.set(key, this.#count(key) + 1)
    return (durationMs) => {
      for (const key of keys) {
        const count = this.#count(key) - 1
        if (count > 0) this.#underWay.set(key, count)
        else this.#underWay.delete(key)
      }
      this.#remember(id, durationMs / 1000)
    }
  }

  #remember(id: string, took: number): void {
    const seconds = Math.max(took, (this.#seconds.get(id) ?? 0) / 2)
    if (seconds > 1) this.#seconds.set(id, seconds)
    else this.#seconds.delete(id)
  }

  #limit(id: string): number {
    return Math.max(1, Math.floor(PER_CALLBACK / (this.#seconds.get(id) ?? 1)))
  }

  #isSlow(id: string): boolean {
    return (this.#seconds.get(id) ?? 0) >= SLOW_SECONDS
  }

  #count(key: string): number {
    return this.#underWay.get(key) ?? 0
  }
}

const ALL = 'all'
const SLOW = 'slow'
const publisherKey = (id: number) => `publisher ${id}`
const callbackKey = (id: string) => `callback ${id}`
const hostKey = ({ url }: Callback) => `host ${new URL(url).host}`
