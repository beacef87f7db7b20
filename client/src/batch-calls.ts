import { addEventBatches, type AddOptions, type AddOutcome } from './add-events.ts'
import type { Answer } from './answer.ts'
import { PAGE_SIZE } from './caller.ts'
import { deleteEvents, type DeleteOutcome } from './delete-events.ts'
import { EventCalls } from './event-calls.ts'
import { type Operation, remove, write } from './operation.ts'
import { walkPages } from './pages.ts'
import type * as Records from './records.ts'
import type { CallOptions } from './settings.ts'
import type * as Inputs from './types.ts'

/** Options for adding one batch. */
export interface BatchOptions extends CallOptions {
  /** Checks everything and stores nothing, if the server supports it. */
  dryRun?: boolean
  /** The server keeps it for 24 hours, and repeats its first response for a repeated request. */
  idempotencyKey?: string
}

/** Private events in batches. */
export class BatchCalls extends EventCalls {
  /** Adds at most 1000 private events in one request; `addEvents` takes any number. */
  async addBatch(
    events: readonly Records.BatchRecord[],
    options?: BatchOptions,
  ): Promise<Records.BatchAnswer> {
    return (await this.sendBatch({ type: 'private', events }, options)).body as Records.BatchAnswer
  }

  /**
   * Adds any number of private events, in as many requests as needed, and yields the outcome of each, in the
   * order of `events`. Holds one batch in memory at a time.
   */
  async *addEvents<T extends Records.BatchRecord>(
    events: Iterable<T> | AsyncIterable<T>,
    options?: AddOptions,
  ): AsyncGenerator<AddOutcome<T>> {
    for await (const batch of this.addEventBatches(events, options)) yield* batch
  }

  /** The same, but yields the outcomes of a whole batch, for callers that store their progress. */
  addEventBatches<T extends Records.BatchRecord>(
    events: Iterable<T> | AsyncIterable<T>,
    options?: AddOptions,
  ): AsyncGenerator<AddOutcome<T>[]> {
    return addEventBatches((body, more) => this.sendBatch(body, more), events, options)
  }

  /** One page of private events, from 1; empty after the last one. */
  async listPrivateEvents(query: Inputs.PrivateEventQuery = {}, options?: CallOptions) {
    return this.data<Records.EventRecord[]>(batchRead('GET', '', query, undefined, options))
  }

  /** All private events that match, read page by page. */
  privateEvents(query: Omit<Inputs.PrivateEventQuery, 'page' | 'limit'> = {}, options?: CallOptions) {
    return walkPages((page) => this.listPrivateEvents({ ...query, page, limit: PAGE_SIZE }, options))
  }

  /** One page of the private events with these ids, of which there may be at most 1000. */
  async searchPrivateEvents(
    ids: readonly string[],
    query: Inputs.PrivateEventQuery = {},
    options?: CallOptions,
  ) {
    return this.data<Records.EventRecord[]>(batchRead('POST', '/search', query, { ids }, options))
  }

  /** Deletes at most 1000 private events in one request; `deleteEvents` takes any number. */
  async deleteBatch(ids: readonly string[], options?: CallOptions): Promise<Records.DeletionAnswer> {
    return (await this.sendDeletion(ids, options)).body as Records.DeletionAnswer
  }

  /** Deletes any number of private events, and yields the outcome of each, in the order of `ids`. */
  deleteEvents(
    ids: Iterable<string> | AsyncIterable<string>,
    options?: CallOptions,
  ): AsyncGenerator<DeleteOutcome> {
    return deleteEvents((batch) => this.sendDeletion(batch, options), ids)
  }

  private sendBatch(body: unknown, { dryRun, idempotencyKey, signal }: BatchOptions = {}): Promise<Answer> {
    return this.send({
      ...write('POST', '/batch/events', body, { signal }),
      query: { type: 'private', ...(dryRun && { dryRun: 1 }) },
      batch: true,
      repeatable: true,
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    })
  }

  private sendDeletion(ids: readonly string[], options?: CallOptions): Promise<Answer> {
    const body = { ids }
    return this.send({
      ...remove('/batch/events', options),
      query: { type: 'private' },
      body,
      batch: true,
    })
  }
}

function batchRead(
  method: 'GET' | 'POST',
  path: string,
  query: Inputs.PrivateEventQuery,
  body: unknown,
  options: CallOptions = {},
): Operation {
  const more = { body, batch: true, repeatable: true }
  return {
    method,
    path: `/batch/events${path}`,
    query: { type: 'private', ...query },
    ...more,
    ...options,
  }
}
