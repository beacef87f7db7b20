import type { Answer } from './answer.ts'
import { BATCH_LIMITS, type BatchLimits, BatchSize, bodyOf, serialize, type Serialized } from './batches.ts'
import { type Bytes, sha256 } from './bytes.ts'
import { FastiError } from './errors.ts'
import type { BatchAnswer, BatchItem, BatchRecord } from './records.ts'
import type { CallOptions } from './settings.ts'

/** The server's error for a reference that an event of the publisher already has. */
const TAKEN = /same reference already exists/
const REPEATED = 'the reference is already in this batch'

/** Options for adding records. */
export interface AddOptions extends CallOptions {
  /** Limits of one batch; default: the server's. */
  limits?: Partial<BatchLimits>
  /**
   * The name of the run. Pass the same name when you repeat an interrupted run, and never for another run:
   * the server then repeats its response to a batch instead of refusing records that it has stored. Default:
   * random.
   */
  run?: string
}

/** The outcome of one record; `index` counts from 0. */
export type AddOutcome<T = BatchRecord> = { index: number; record: T } & RecordResult

type RecordResult =
  /** Stored. `id`: of the event; `scheduleId`: of the subscriber's private calendar. */
  | { outcome: 'added'; id: string; scheduleId: string }
  /**
   * An event with this reference exists. `uncertain`: this batch may have stored it, if an earlier attempt
   * got no response and the server does not know the `Idempotency-Key`.
   */
  | { outcome: 'exists'; error: string; uncertain: boolean }
  /** Not stored. `errors`: by field, if the record is invalid. */
  | { outcome: 'refused'; error: string; errors?: Record<string, string> }

type SendBatch = (body: Bytes, options: CallOptions & { idempotencyKey: string }) => Promise<Answer>
type Pending<T> = Serialized<T> & { index: number; result?: RecordResult }

/** See `FastiClient.addEventBatches`. */
export async function* addEventBatches<T extends BatchRecord>(
  send: SendBatch,
  events: Iterable<T> | AsyncIterable<T>,
  { limits, run = crypto.randomUUID(), signal }: AddOptions = {},
): AsyncGenerator<AddOutcome<T>[]> {
  const sender = { send, run, ...(signal && { signal }) }
  for await (const batch of cut(events, { ...BATCH_LIMITS, ...limits })) {
    await settle(sender, batch)
    yield batch.map(({ index, record, result }) => ({ index, record, ...result! }))
  }
}

/**
 * Cuts records into batches as large as the limits allow. A
 * record that fits into no batch is refused at once.
 */
async function* cut<T extends BatchRecord>(
  events: Iterable<T> | AsyncIterable<T>,
  limits: BatchLimits,
): AsyncGenerator<Pending<T>[]> {
  let index = 0
  let size = new BatchSize(limits)
  let batch: Pending<T>[] = []
  for await (const record of events) {
    const next: Pending<T> = { ...serialize(record), index: index++ }
    if (!size.fits(next) && size.count > 0) {
      yield batch
      size = new BatchSize(limits)
      batch = []
    }
    if (size.fits(next)) size.add(next)
    else next.result = refused(`the record has more than the ${limits.bytes} bytes a request may have`)
    batch.push(next)
  }
  if (batch.length > 0) yield batch
}

interface SendOptions {
  send: SendBatch
  run: string
  signal?: AbortSignal
}

/** Sets the result of each record, in one request, or in several if bad records make the server refuse it. */
async function settle<T extends BatchRecord>(sender: SendOptions, batch: Pending<T>[]): Promise<void> {
  refuseRepeated(batch)
  const records = batch.filter((record) => !record.result)
  if (records.length === 0) return
  const body = bodyOf(records)
  const idempotencyKey = `${sender.run}-${(await sha256(body)).slice(0, 32)}`
  try {
    const answer = await sender.send(body, {
      idempotencyKey,
      ...(sender.signal && { signal: sender.signal }),
    })
    readItems(records, answer.body as BatchAnswer, answer.uncertain)
  } catch (error) {
    if (!(error instanceof FastiError) || ![400, 413].includes(error.status)) throw error
    if (!refuseByErrors(records, error)) return settleHalves(sender, records, error)
    await settle(sender, records)
  }
}

/**
 * Sends two halves, if the server does not say which record is invalid or does not accept so large a body.
 */
async function settleHalves<T extends BatchRecord>(
  sender: SendOptions,
  records: Pending<T>[],
  error: FastiError,
): Promise<void> {
  if (records.length === 1) {
    records[0]!.result = refused(error.message, error.errors)
    return
  }
  const middle = Math.ceil(records.length / 2)
  await settle(sender, records.slice(0, middle))
  await settle(sender, records.slice(middle))
}

/** Refuses repeated references, except the first: the server would refuse the whole request. */
function refuseRepeated<T extends BatchRecord>(batch: Pending<T>[]): void {
  const seen = new Set<string>()
  for (const record of batch) {
    const { reference } = record.record
    if (record.result || !reference) continue
    if (seen.has(reference)) record.result = refused(REPEATED)
    seen.add(reference)
  }
}

/** Refuses records named in errors such as `events[3].timezone`. Returns false if no error names one. */
function refuseByErrors<T>(records: Pending<T>[], { errors }: FastiError): boolean {
  const byIndex = new Map<number, Record<string, string>>()
  for (const [path, message] of Object.entries(errors)) {
    const [, index, field = 'body'] = /^events\[(\d+)\](?:\.(.+))?$/.exec(path) ?? []
    if (index === undefined || !records[Number(index)]) continue
    byIndex.set(Number(index), { ...byIndex.get(Number(index)), [field]: message })
  }
  for (const [index, fields] of byIndex) {
    records[index]!.result = refused(Object.values(fields).join('; '), fields)
  }
  return byIndex.size > 0
}

function readItems<T extends BatchRecord>(
  records: Pending<T>[],
  { items }: BatchAnswer,
  uncertain: boolean,
): void {
  const byReference = new Map(items.map((item) => [item.reference, item]))
  for (const record of records) {
    record.result = resultOf(byReference.get(record.record.reference), uncertain)
  }
}

function resultOf(item: BatchItem | undefined, uncertain: boolean): RecordResult {
  if (!item) return refused('the response has no item for this record')
  if ('id' in item) return { outcome: 'added', id: item.id, scheduleId: item.scheduleId }
  return TAKEN.test(item.error) ? { outcome: 'exists', error: item.error, uncertain } : refused(item.error)
}

function refused(error: string, errors: Record<string, string> = {}): RecordResult {
  return { outcome: 'refused', error, ...(Object.keys(errors).length > 0 && { errors }) }
}
