import type { Answer } from './answer.ts'
import { BATCH_LIMITS, type BatchLimits, bodyOf, Gathering, type Written, written } from './batches.ts'
import { type Bytes, sha256 } from './bytes.ts'
import { FastiError } from './errors.ts'
import type { BatchAnswer, BatchItem, BatchRecord } from './records.ts'
import type { CallOptions } from './settings.ts'

/** What a server says of a reference that one of the publisher's events has. */
const TAKEN = /same reference already exists/
const REPEATED = 'the reference stands in this batch before'

/** How records are added. */
export interface AddOptions extends CallOptions {
  /** At most as much as the server takes, which is the default. */
  limits?: Partial<BatchLimits>
  /**
   * The same for a run that is taken up again, and for nothing else: a batch whose answer was lost is then
   * answered anew, and not refused because its records are stored. Default: made up for each call.
   */
  run?: string
}

/** What became of one record; `index` counts from 0. */
export type AddOutcome<T = BatchRecord> = { index: number; record: T } & Fate

type Fate =
  /** Stored, with the id it has now and the subscriber's private calendar. */
  | { outcome: 'added'; id: string; scheduleId: string }
  /**
   * An event of this reference was there. `uncertain`: this very batch may have stored it, in an attempt whose
   * answer was lost, at a server that does not know the `Idempotency-Key`.
   */
  | { outcome: 'exists'; error: string; uncertain: boolean }
  /** Not stored; `errors` by field where the record itself is wrong. */
  | { outcome: 'refused'; error: string; errors?: Record<string, string> }

type SendBatch = (body: Bytes, options: CallOptions & { idempotencyKey: string }) => Promise<Answer>
type Pending<T> = Written<T> & { index: number; fate?: Fate }

/** See `FastiClient.addEventBatches`. */
export async function* addEventBatches<T extends BatchRecord>(
  send: SendBatch,
  events: Iterable<T> | AsyncIterable<T>,
  { limits, run = crypto.randomUUID(), signal }: AddOptions = {},
): AsyncGenerator<AddOutcome<T>[]> {
  const sending = { send, run, ...(signal && { signal }) }
  for await (const batch of cut(events, { ...BATCH_LIMITS, ...limits })) {
    await settle(sending, batch)
    yield batch.map(({ index, record, fate }) => ({ index, record, ...fate! }))
  }
}

/** Batches as large as the limits allow. What fits into none has its fate at once. */
async function* cut<T extends BatchRecord>(
  events: Iterable<T> | AsyncIterable<T>,
  limits: BatchLimits,
): AsyncGenerator<Pending<T>[]> {
  let index = 0
  let gathered = new Gathering(limits)
  let batch: Pending<T>[] = []
  for await (const record of events) {
    const next: Pending<T> = { ...written(record), index: index++ }
    if (!gathered.fits(next) && gathered.count > 0) {
      yield batch
      gathered = new Gathering(limits)
      batch = []
    }
    if (gathered.fits(next)) gathered.add(next)
    else next.fate = refused(`the record has more than the ${limits.bytes} bytes a request may have`)
    batch.push(next)
  }
  if (batch.length > 0) yield batch
}

interface Sending {
  send: SendBatch
  run: string
  signal?: AbortSignal
}

/** Finds out the fate of each record, in one request or, where records spoil it for the others, in several. */
async function settle<T extends BatchRecord>(sending: Sending, batch: Pending<T>[]): Promise<void> {
  refuseRepeated(batch)
  const records = batch.filter((record) => !record.fate)
  if (records.length === 0) return
  const body = bodyOf(records)
  const idempotencyKey = `${sending.run}-${(await sha256(body)).slice(0, 32)}`
  try {
    const answer = await sending.send(body, {
      idempotencyKey,
      ...(sending.signal && { signal: sending.signal }),
    })
    readItems(records, answer.body as BatchAnswer, answer.uncertain)
  } catch (error) {
    if (!(error instanceof FastiError) || ![400, 413].includes(error.status)) throw error
    if (!refusePlaces(records, error)) return settleHalves(sending, records, error)
    await settle(sending, records)
  }
}

/** A server that does not say which record is wrong, or takes less than we send, gets half as much. */
async function settleHalves<T extends BatchRecord>(
  sending: Sending,
  records: Pending<T>[],
  error: FastiError,
): Promise<void> {
  if (records.length === 1) {
    records[0]!.fate = refused(error.message, error.errors)
    return
  }
  const middle = Math.ceil(records.length / 2)
  await settle(sending, records.slice(0, middle))
  await settle(sending, records.slice(middle))
}

/** A reference that stands twice in a request would stop all of it. The first one counts. */
function refuseRepeated<T extends BatchRecord>(batch: Pending<T>[]): void {
  const seen = new Set<string>()
  for (const record of batch) {
    const { reference } = record.record
    if (record.fate || !reference) continue
    if (seen.has(reference)) record.fate = refused(REPEATED)
    seen.add(reference)
  }
}

/** Reads faults such as `events[3].timezone`; false where there are none. */
function refusePlaces<T>(records: Pending<T>[], { errors }: FastiError): boolean {
  const byIndex = new Map<number, Record<string, string>>()
  for (const [place, message] of Object.entries(errors)) {
    const [, index, field = 'body'] = /^events\[(\d+)\](?:\.(.+))?$/.exec(place) ?? []
    if (index === undefined || !records[Number(index)]) continue
    byIndex.set(Number(index), { ...byIndex.get(Number(index)), [field]: message })
  }
  for (const [index, fields] of byIndex) {
    records[index]!.fate = refused(Object.values(fields).join('; '), fields)
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
    record.fate = fateOf(byReference.get(record.record.reference), uncertain)
  }
}

function fateOf(item: BatchItem | undefined, uncertain: boolean): Fate {
  if (!item) return refused('the answer says nothing of this record')
  if ('id' in item) return { outcome: 'added', id: item.id, scheduleId: item.scheduleId }
  return TAKEN.test(item.error) ? { outcome: 'exists', error: item.error, uncertain } : refused(item.error)
}

function refused(error: string, errors: Record<string, string> = {}): Fate {
  return { outcome: 'refused', error, ...(Object.keys(errors).length > 0 && { errors }) }
}
