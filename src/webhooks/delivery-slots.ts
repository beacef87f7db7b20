import { LRUCache } from 'lru-cache'
import type { Callback } from './callback.ts'
import type { DueCallback } from './delivery-queue.ts'

/** A callback, or whatever else has a publisher, an id and an address. */
type Receiver = Pick<Callback, 'publisherId' | 'id' | 'url'>

const TOTAL = 128
/** The limit for all callbacks of one publisher while deliveries of other publishers wait. */
const PER_PUBLISHER_BESIDE_OTHERS = TOTAL / 4
/** The same while no other publisher waits. Half stays free, so that a newcomer starts at once. */
const PER_PUBLISHER = TOTAL / 2
/** The same for one host, of any publisher. */
const PER_HOST = TOTAL / 2
/** The limit for a callback that answers within a second. One that takes 4 seconds has a quarter, and so on. */
const PER_CALLBACK = 16
/** A callback that takes this long is slow. All slow callbacks together have half of the slots. */
const SLOW_SECONDS = 2
const FOR_SLOW = TOTAL / 2
/** The number of callbacks whose duration is remembered. */
const REMEMBERED = 10_000

/**
 * Limits how many deliveries are under way at once: in total, for one publisher, for one host of any publisher, and
 * for one callback by the time that it takes. A slow receiver, whatever its answer, takes no more than its share.
 */
export class DeliverySlots {
  readonly #perPublisher: number
  readonly #perHost: number
  readonly #underWay = new Map<string, number>()
  /** Durations of callbacks. A quick answer halves the remembered one, so one among slow answers does not clear it. */
  readonly #seconds = new LRUCache<string, number>({ max: REMEMBERED })

  constructor({ perPublisher = PER_PUBLISHER, perHost = PER_HOST } = {}) {
    this.#perPublisher = perPublisher
    this.#perHost = perHost
  }

  /** True if no slot is free, for anything. */
  get full(): boolean {
    return this.#count(ALL) >= TOTAL
  }

  /** True if half of a callback's slots are free. Only then it gets new ones, so that they are claimed together. */
  halfFree({ callbackId }: DueCallback): boolean {
    return this.#count(callbackKey(callbackId)) <= this.#limit(callbackId) / 2
  }

  /** The free slots of a callback if its host has enough. `othersWait`: deliveries of other publishers wait. */
  freeOnAnyHost(due: DueCallback, othersWait: boolean): number {
    if (!this.halfFree(due)) return 0
    const { publisherId, callbackId: id } = due
    const perPublisher = othersWait ? PER_PUBLISHER_BESIDE_OTHERS : this.#perPublisher
    return Math.max(
      0,
      Math.min(
        this.#limit(id) - this.#count(callbackKey(id)),
        perPublisher - this.#count(publisherKey(publisherId)),
        TOTAL - this.#count(ALL),
        this.#isSlow(id) ? FOR_SLOW - this.#count(SLOW) : Infinity,
      ),
    )
  }

  free(callback: Receiver, othersWait: boolean): number {
    const { publisherId, id: callbackId } = callback
    const onHost = this.#perHost - this.#count(hostKey(callback))
    return Math.max(0, Math.min(this.freeOnAnyHost({ publisherId, callbackId }, othersWait), onHost))
  }

  /** Takes a slot. The returned function releases it and takes the duration of the attempt. */
  take(callback: Receiver): (durationMs: number) => void {
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

  #remember(id: string, latest: number): void {
    const seconds = Math.max(latest, (this.#seconds.get(id) ?? 0) / 2)
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
const hostKey = ({ url }: Receiver) => `host ${new URL(url).host}`
