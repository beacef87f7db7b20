import { AppError } from '../errors.ts'

/** For whom a password is hashed. */
export interface HashingFor {
  /** `known`: a person who has a session, a mailed link, or a browser that was used to sign in before. */
  lane: 'known' | 'stranger'
  /** The unit that takes turns within the lane: a person, or the address of a stranger. */
  source: string
}

interface Waiting {
  begin: () => void
  refuse: (error: AppError) => void
}

/**
 * Hashes few passwords at once; the others wait. Known people and strangers take turns, and within each of the two
 * lanes the sources take turns: a known person never waits for more than one stranger, however many there are, and an
 * address that sends a hundred is served as often as one that sends one.
 */
export class HashingQueue {
  readonly #atOnce: number
  readonly #lanes: Record<HashingFor['lane'], Lane>
  #running = 0
  #next: HashingFor['lane'] = 'known'

  /** `mayWait`: in each lane. */
  constructor({ atOnce, mayWait }: { atOnce: number; mayWait: number }) {
    this.#atOnce = atOnce
    this.#lanes = { known: new Lane(mayWait), stranger: new Lane(mayWait) }
  }

  /** Calls `hash` in its turn; refuses with `unavailable` when too many wait. */
  async run<T>({ lane, source }: HashingFor, hash: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await this.#lanes[lane].wait(source)
    try {
      return await hash()
    } finally {
      this.#passOn()
    }
  }

  #passOn(): void {
    const after = { known: 'stranger', stranger: 'known' } as const
    const lane = this.#lanes[this.#next].size > 0 ? this.#next : after[this.#next]
    this.#next = after[lane]
    const waiting = this.#lanes[lane].take()
    if (waiting) waiting.begin()
    else this.#running--
  }
}

/** One lane: those who wait, by source. The source whose turn is next comes first. */
class Lane {
  readonly #most: number
  readonly #sources = new Map<string, Waiting[]>()
  size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Resolves when the turn has come. If the lane is full, the source with the most loses its last place. */
  wait(source: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const own = this.#sources.get(source) ?? []
      if (this.size >= this.#most && !this.#makeRoom(own.length + 1)) return refuse(tooMany())
      own.push({ begin, refuse })
      this.#sources.set(source, own)
      this.size++
    })
  }

  /** Takes the next one out; its source comes last from then on. */
  take(): Waiting | undefined {
    for (const [source, [next, ...rest]] of this.#sources) {
      this.#sources.delete(source)
      if (rest.length > 0) this.#sources.set(source, rest)
      this.size--
      return next
    }
    return undefined
  }

  /** Refuses the last one of the source that has the most, if that has more than `own`. */
  #makeRoom(own: number): boolean {
    const most = [...this.#sources.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (most.length <= own) return false
    most.pop()!.refuse(tooMany())
    this.size--
    return true
  }
}

function tooMany(): AppError {
  return new AppError('unavailable', 'Too many people sign in at the moment. Try again.', { retryAfter: 5 })
}
