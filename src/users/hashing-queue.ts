import { AppError } from '../errors.ts'

/** The user or address for which a password is hashed. */
export interface HashingFor {
  /** `known`: a user with a session, a mailed link, or a browser used for an earlier sign-in. */
  lane: 'known' | 'stranger'
  /** The key of the rotation within the lane: a known user's id, or a stranger's address. */
  source: string
}

interface Waiting {
  begin: () => void
  refuse: (error: AppError) => void
}

/**
 * Limits the number of passwords hashed at once. The queue alternates between known users and strangers, and
 * rotates among the sources of each lane: a known user never waits for more than one stranger, and an
 * address that sends a hundred requests gets no more than one that sends a single one.
 */
export class HashingQueue {
  readonly #atOnce: number
  readonly #lanes: Record<HashingFor['lane'], Lane>
  #running = 0
  #next: HashingFor['lane'] = 'known'

  /** `mayWait`: places in the queue, for each lane. */
  constructor({ atOnce, mayWait }: { atOnce: number; mayWait: number }) {
    this.#atOnce = atOnce
    this.#lanes = { known: new Lane(mayWait), stranger: new Lane(mayWait) }
  }

  /** Calls `hash` when its turn comes. Throws `unavailable` if too many wait. */
  async run<T>({ lane, source }: HashingFor, hash: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await this.#lanes[lane].wait(source)
    try {
      return await hash()
    } finally {
      this.#startNext()
    }
  }

  #startNext(): void {
    const after = { known: 'stranger', stranger: 'known' } as const
    const lane = this.#lanes[this.#next].size > 0 ? this.#next : after[this.#next]
    this.#next = after[lane]
    const waiting = this.#lanes[lane].take()
    if (waiting) waiting.begin()
    else this.#running--
  }
}

/** Waiting tasks by source. The next source to serve is the first in the map. */
class Lane {
  readonly #most: number
  readonly #sources = new Map<string, Waiting[]>()
  size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Resolves when the turn comes. If the lane is full, the source with the most tasks loses its last one. */
  wait(source: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const own = this.#sources.get(source) ?? []
      if (this.size >= this.#most && !this.#dropLongest(own.length + 1)) return refuse(tooMany())
      own.push({ begin, refuse })
      this.#sources.set(source, own)
      this.size++
    })
  }

  /** Removes the next task, and moves its source to the end. */
  take(): Waiting | undefined {
    for (const [source, [next, ...rest]] of this.#sources) {
      this.#sources.delete(source)
      if (rest.length > 0) this.#sources.set(source, rest)
      this.size--
      return next
    }
    return undefined
  }

  /** Refuses the last task of the source with the most, if it has more than `own`. */
  #dropLongest(own: number): boolean {
    const most = [...this.#sources.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (most.length <= own) return false
    most.pop()!.refuse(tooMany())
    this.size--
    return true
  }
}

function tooMany(): AppError {
  return new AppError('unavailable', 'Too many users sign in at the moment. Try again.', { retryAfter: 5 })
}
