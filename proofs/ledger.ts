import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Json, record, type TestPublisher } from '../test/support/test-publisher.ts'
import type { Stored } from './stored.ts'

const SHOWN = 10

/** The promises about each batch. */
export type Moment = { added: boolean; deletion: Batch['deletion'] }[]

/** One batch, and what its client was told of it. */
interface Batch {
  key: string
  body: Json
  /** Those that are to be stored, without the one that is refused. */
  references: string[]
  /** Ids by reference, as they were acknowledged; undefined: they were not. */
  ids: Map<string, string> | undefined
  deletion: 'none' | 'asked' | 'acknowledged'
}

/** A client that adds and deletes batches, with its book of what it sent and what it was promised. */
export class Ledger {
  /** Each way in which a promise was broken. */
  readonly broken: string[] = []
  /** Records acknowledged. */
  added = 0
  deleted = 0
  /** Requests that got no answer, or were told to come again. */
  refused = 0
  readonly #batches: Batch[] = []
  readonly #club: TestPublisher
  readonly #svcId: string
  readonly #records: number
  readonly #over: Json
  #paused = false
  #working: Promise<void> = Promise.resolve()

  constructor(club: TestPublisher, svcId: string, records: number, over: Json = {}) {
    this.#club = club
    this.#svcId = svcId
    this.#records = records
    this.#over = over
  }

  start(): this {
    this.#paused = false
    this.#working = this.#work()
    return this
  }

  /** Waits for what is under way and sends nothing else until `start`. */
  async pause(): Promise<void> {
    this.#paused = true
    await this.#working
  }

  /** The promises at this moment, in the order of the batches. */
  moment(): Moment {
    return this.#batches.map(({ ids, deletion }) => ({ added: ids !== undefined, deletion }))
  }

  /** Compares what is stored, as of any time from one moment to another, with what was promised. */
  compare(stored: Map<string, Stored>, from: Moment = this.moment(), to: Moment = from): void {
    for (const [index, batch] of this.#batches.entries()) {
      const there = batch.references.filter((reference) => stored.has(reference))
      if (there.length > 0 && there.length < batch.references.length)
        this.#note(`${there.length} of the ${batch.references.length} records of a batch are there`)
      if (from[index]?.deletion === 'acknowledged' && there.length > 0)
        this.#note('what was deleted is there')
      if (from[index]?.added && to[index]?.deletion === 'none') this.#compareRecords(batch, stored)
    }
  }

  #compareRecords({ ids, body }: Batch, stored: Map<string, Stored>): void {
    for (const { reference, name } of body.events as { reference: string; name: string }[]) {
      const [id, found] = [ids!.get(reference), stored.get(reference)]
      if (!id) continue // this record was refused
      if (found?.id !== id) this.#note(`${reference} was acknowledged as ${id} and is not there`)
      else if (found.name !== name) this.#note(`${reference} was "${name}" and is "${found.name}"`)
    }
  }

  async #work(): Promise<void> {
    let again: (() => Promise<boolean>) | undefined
    while (!this.#paused) {
      const next = again ?? this.#next()
      if (await next()) again = undefined
      else {
        // Half of those that may or may not have been done are asked again, the others stay in doubt.
        again ??= Math.random() < 0.5 ? next : () => this.#isBack()
        await sleep(20)
      }
    }
  }

  async #isBack(): Promise<boolean> {
    const answer = await this.#club.get('/calendar').catch(() => undefined)
    if (answer?.status === 200) return true
    this.refused++
    return false
  }

  #next(): () => Promise<boolean> {
    const there = this.#batches.filter((batch) => batch.ids && batch.deletion === 'none').slice(-20)
    const some = there[Math.floor(Math.random() * there.length)]
    if (some && there.length > 2 && Math.random() < 0.5) return () => this.#delete(some)
    const batch = this.#newBatch(some)
    return () => this.#add(batch)
  }

  /** One record has the reference of an event that is there: it is refused, and changes nothing. */
  #newBatch(other: Batch | undefined): Batch {
    const events = Array.from({ length: this.#records }, () => record(this.#svcId, this.#over))
    const references = events.map((event) => event.reference as string)
    if (other)
      events.splice(1, 0, record(this.#svcId, { reference: other.references[0], name: 'Not this one' }))
    const key = `batch-${references[0]}`
    const batch: Batch = {
      key,
      body: { type: 'private', events },
      references,
      ids: undefined,
      deletion: 'none',
    }
    this.#batches.push(batch)
    return batch
  }

  async #add(batch: Batch): Promise<boolean> {
    const answer = await this.#send(() =>
      this.#club.post('/batch/events', batch.body, { 'idempotency-key': batch.key }),
    )
    if (!answer) return false
    const items = answer.body.items as Json[]
    const added = items.filter((item) => item.status === 201)
    const refused = items.filter((item) => item.status === 400).map((item) => item.reference as string)
    const ids = new Map(added.map((item) => [item.reference as string, item.id as string]))
    if (!batch.references.every((reference) => ids.has(reference)) || ids.size !== batch.references.length)
      this.#note(`a batch was answered with ${ids.size} of ${batch.references.length} records`)
    if (refused.length !== (batch.body.events as Json[]).length - batch.references.length)
      this.#note(`${refused.length} records were refused: ${refused.join()}`)
    batch.ids = ids
    this.added += ids.size
    return true
  }

  async #delete(batch: Batch): Promise<boolean> {
    const asked = batch.deletion === 'asked'
    batch.deletion = 'asked'
    const ids = [...batch.ids!.values()]
    const answer = await this.#send(() => this.#club.delete('/batch/events?type=private', { ids }))
    if (!answer) return false
    const { deleted, not_found: missing } = answer.body
    // Asked for the second time, it may have been done at the first.
    const whole = deleted === ids.length || (asked && missing === ids.length)
    if (!whole) this.#note(`${deleted} of ${ids.length} records were there to be deleted`)
    batch.deletion = 'acknowledged'
    this.deleted += ids.length
    return true
  }

  /** Undefined: nothing came back, or the service asked to come again. */
  async #send(request: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = await request().catch(() => undefined)
    if (answer?.status === 207 && answer.body) return answer
    this.refused++
    if (answer && answer.status !== 503) this.#note(`answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    if (answer?.status === 503 && !answer.headers.get('retry-after')) this.#note('a 503 without Retry-After')
    return undefined
  }

  #note(what: string): void {
    if (this.broken.length < SHOWN) this.broken.push(what)
  }
}
