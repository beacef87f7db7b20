import type { TestPublisher } from '../test/support/test-publisher.ts'
import { Ledger, type Moment } from './ledger.ts'
import { until } from './proof.ts'
import { integrityOf, storedIn } from './stored.ts'

export interface LoadOptions {
  clients?: number
  /** In a batch. */
  records?: number
  /** Text that makes each record longer. */
  details?: string
}

/** Several clients that add and delete batches side by side, each with a ledger of its own. */
export class Load implements AsyncDisposable {
  readonly #ledgers: Ledger[]
  readonly #broken: string[] = []
  #checks = 0

  constructor(club: TestPublisher, svcId: string, options: LoadOptions = {}) {
    const { clients = 3, records = 60, details } = options
    const over = details === undefined ? {} : { details }
    this.#ledgers = Array.from({ length: clients }, () => new Ledger(club, svcId, records, over))
  }

  start(): this {
    for (const ledger of this.#ledgers) ledger.start()
    return this
  }

  /** Sends nothing more until `start`; resolves when nothing is under way. */
  async pause(): Promise<void> {
    await Promise.all(this.#ledgers.map((ledger) => ledger.pause()))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.pause()
  }

  /** The promises at this moment, by client. */
  moment(): Moment[] {
    return this.#ledgers.map((ledger) => ledger.moment())
  }

  /**
   * Compares what was promised with a database: a file of SQLite or an address of PostgreSQL. Without moments only
   * while paused; with two, the database may be of any time between them.
   */
  async check(place: string, from?: Moment[], to?: Moment[]): Promise<void> {
    this.#checks++
    const stored = await storedIn(place)
    for (const [index, ledger] of this.#ledgers.entries()) ledger.compare(stored, from?.[index], to?.[index])
    if (place.startsWith('postgres')) return
    const integrity = await integrityOf(place)
    if (integrity !== 'ok') this.#broken.push(`integrity_check: ${integrity}`)
  }

  /** Waits until something else was acknowledged. */
  async nextPromise(): Promise<void> {
    const before = this.#promises
    await until('a batch to be acknowledged', () => this.#promises > before)
  }

  /** Waits until `count` more requests got no answer or were told to come again. */
  async refusals(count: number): Promise<void> {
    const before = this.figures.refused
    await until('requests to be refused', () => this.figures.refused >= before + count)
  }

  /** Records acknowledged as added and as deleted, requests without an answer or refused for now, comparisons made. */
  get figures(): { added: number; deleted: number; refused: number; checks: number } {
    const sum = (of: (ledger: Ledger) => number) => this.#ledgers.reduce((total, one) => total + of(one), 0)
    return {
      added: sum(({ added }) => added),
      deleted: sum(({ deleted }) => deleted),
      refused: sum(({ refused }) => refused),
      checks: this.#checks,
    }
  }

  get broken(): string[] {
    return [...this.#broken, ...this.#ledgers.flatMap(({ broken }) => broken)]
  }

  get #promises(): number {
    return this.figures.added + this.figures.deleted
  }
}
