import { seededRandom } from '../../../src/demo/random.ts'
import { GoogleError, tooFast } from './errors.ts'

/** A refusal that a test asks for, `times` times, for a method or for all. */
export interface Refusal {
  method?: string
  status: number
  reason: string
  domain?: string
  message?: string
  times: number
}

/** Shares of requests, 0 to 1, that go wrong by chance, and the delay of each response. */
export interface FaultRates {
  /** 403 `rateLimitExceeded` before any work. */
  rateLimited: number
  /** 500 `backendError` after the work is done. */
  failedAfterWork: number
  /** 409 `conflict` of a part of a batch, before any work. */
  conflictsInBatch: number
  latencyMs: number
}

/** What a test lets go wrong. Chance repeats itself for the same seed. */
export class Faults {
  rates: FaultRates = { rateLimited: 0, failedAfterWork: 0, conflictsInBatch: 0, latencyMs: 0 }
  refusals: Refusal[] = []
  readonly random: () => number

  constructor(seed: number) {
    this.random = seededRandom(seed)
  }

  beforeWork(method: string, inBatch: boolean): void {
    const asked = this.refusals.find((refusal) => (refusal.method ?? method) === method && refusal.times > 0)
    if (asked) {
      asked.times--
      throw new GoogleError(asked.status, asked.reason, asked.message ?? asked.reason, asked.domain)
    }
    if (this.#happens(this.rates.rateLimited)) throw tooFast('rateLimitExceeded')
    if (inBatch && this.#happens(this.rates.conflictsInBatch))
      throw new GoogleError(409, 'conflict', 'Conflict')
  }

  afterWork(): void {
    if (this.#happens(this.rates.failedAfterWork)) throw new GoogleError(500, 'backendError', 'Backend Error')
  }

  /** Returns the list in an order of chance, as a batch runs its parts. */
  shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, key: this.random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item)
  }

  #happens(share: number): boolean {
    return share > 0 && this.random() < share
  }
}
