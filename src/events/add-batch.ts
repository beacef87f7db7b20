import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type FieldErrors, invalid } from '../errors.ts'
import { isId, newId } from '../ids.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../revisions/revision.ts'
import { findRecipients, type Recipient } from '../subscribers/subscriber-store.ts'
import { findStoredAnswer, storeAnswer } from './batch-answer-store.ts'
import type { EventFields } from './event.ts'
import type { NewEvent } from './event-columns.ts'
import { findTakenReferences } from './event-store.ts'
import { insertEvents } from './event-write-store.ts'
import {
  countEarlier,
  counts,
  type EarlierCounts,
  LARGE_CALENDAR,
  listRemaining,
  type PrivateEventLimit,
  type TargetCalendar,
  tooManyEvents,
} from './private-event-limit.ts'
import { readEvent } from './read-event.ts'

export const MAX_BATCH = 1000
const ERRORS_SHOWN = 100
const TAKEN = 'one event with same reference already exists'

/** The result for one record. */
export type BatchItem =
  | { id: string; scheduleId: string; reference: string; status: 201 }
  | { reference: string; status: 400; error: string }

export interface BatchResult {
  totalProcessed: number
  added: number
  /** Failed ones first, then the added ones, each in the order of the request. */
  items: BatchItem[]
}

/** By sending a key a client promises that all its requests with this key are the same. */
export interface Idempotency {
  apiKey: string
  key: string
  bodyHash: string
}

interface Options {
  dryRun: boolean
  idempotency?: Idempotency
}

type BatchRecord = EventFields & { svcId: string; reference: string }

/** The event of a record, or the error that refuses the record. */
type Outcome = NewEvent | string

interface BatchContext {
  publisherId: number
  limit: PrivateEventLimit
  /** Counts of large private calendars, made before the transaction. */
  earlier: EarlierCounts
}

/**
 * Adds private events of many subscribers in one transaction, which is on disk when this returns. A record with a
 * wrong type or value fails the whole batch, and nothing is stored. A record that only conflicts with stored data
 * (an unknown subscriber, a taken reference) is refused in its item, and the others are stored.
 */
export async function addBatch(
  ctx: ConfiguredContext,
  publisher: Publisher,
  input: unknown[],
  { dryRun, idempotency }: Options,
): Promise<BatchResult> {
  const records = readRecords(input, publisher.timezone)
  const repeated = repeatedReference(records)
  if (repeated !== undefined) {
    const item = { reference: repeated, status: 400 as const, error: 'given parameter is not valid' }
    return { totalProcessed: 1, added: 0, items: [item] }
  }
  const limit = { most: ctx.config.privateEventsPerSubscriber, now: ctx.now() }
  const context = {
    publisherId: publisher.id,
    limit,
    earlier: await countLarge(ctx.db, publisher.id, records, limit),
  }
  if (dryRun) return tryBatch(ctx.db, context, records)
  return transact(ctx.db, (tx) => storeBatch(tx, context, records, idempotency))
}

async function storeBatch(
  tx: Db,
  context: BatchContext,
  records: BatchRecord[],
  idempotency: Idempotency | undefined,
): Promise<BatchResult> {
  const { publisherId, limit } = context
  // With an idempotency key the revision (a lock) comes first, so that requests of one key run one after the other.
  let revision = idempotency && (await nextRevision(tx, publisherId, limit.now))
  const kept = idempotency && (await findStoredAnswer(tx, publisherId, idempotency))
  if (kept) return kept
  const taken = await findTaken(tx, publisherId, records)
  // Take the revision (a lock) only if something will be inserted; from then on no subscriber can unsubscribe.
  if (taken.size < records.length) revision ??= await nextRevision(tx, publisherId, limit.now)
  const outcomes = await addressEvents(tx, context, records, taken)
  const events = outcomes.filter((outcome) => typeof outcome !== 'string')
  const inserted = events.length > 0 ? await insertEvents(tx, publisherId, events, revision!) : []
  const refused = new Set<Outcome>(events.filter((_, index) => !inserted[index]))
  const result = toResult(
    records,
    outcomes.map((outcome) => (refused.has(outcome) ? TAKEN : outcome)),
  )
  if (idempotency) await storeAnswer(tx, publisherId, idempotency, result, revision!.at)
  return result
}

/** Returns the result that `storeBatch` would have. */
async function tryBatch(db: Db, context: BatchContext, records: BatchRecord[]): Promise<BatchResult> {
  const references = records.map((record) => record.reference)
  const taken = await findTakenReferences(db, context.publisherId, references)
  return toResult(records, await addressEvents(db, context, records, taken))
}

/** Counts the events of the large calendars that records go to. */
async function countLarge(
  db: Db,
  publisherId: number,
  records: BatchRecord[],
  limit: PrivateEventLimit,
): Promise<EarlierCounts> {
  const recipients = limit.most === 0 ? [] : (await recipientsOf(db, publisherId, records, limit)).values()
  const large = [...recipients].filter(({ events }) => events > LARGE_CALENDAR)
  const ids = large.map(({ privateCalendarId }) => privateCalendarId)
  return countEarlier(db, publisherId, ids, limit)
}

async function recipientsOf(
  db: Db,
  publisherId: number,
  records: BatchRecord[],
  { most }: PrivateEventLimit,
): Promise<Map<string, Recipient>> {
  const ids = new Set(records.map((record) => record.svcId).filter(isId))
  return findRecipients(db, publisherId, [...ids], most === 0 ? 0 : LARGE_CALENDAR + 1)
}

function readRecords(input: unknown[], timezone: string): BatchRecord[] {
  const errors: FieldErrors = {}
  const records: BatchRecord[] = []
  const rules = { private: true, required: ['svcId', 'reference'], timezone }
  for (const [index, item] of input.entries()) {
    const result = readEvent(item, rules)
    const svcId = (item as { svcId?: unknown } | null)?.svcId
    const faults = 'errors' in result ? result.errors : {}
    if (svcId !== undefined && typeof svcId !== 'string') faults.svcId = 'Event svcId must be a text'
    if ((item as { recurrence?: unknown } | null)?.recurrence !== undefined)
      faults.recurrence =
        'Event recurrence is not possible in a batch: create a series with POST /apiv2/event'
    for (const field in faults)
      errors[`events[${index}]${field === 'body' ? '' : `.${field}`}`] = faults[field]!
    if ('event' in result)
      records.push(
        Object.assign(result.event, { svcId: svcId as string, reference: result.event.reference! }),
      )
  }
  const first = Object.entries(errors).slice(0, ERRORS_SHOWN)
  if (first.length > 0) throw invalid(Object.fromEntries(first))
  return records
}

function repeatedReference(records: BatchRecord[]): string | undefined {
  const seen = new Set<string>()
  return records.find(({ reference }) => seen.size === seen.add(reference).size)?.reference
}

/** Finds the private calendar of each record, or the error that refuses it. */
async function addressEvents(
  db: Db,
  { publisherId, limit, earlier }: BatchContext,
  records: BatchRecord[],
  taken: Set<string>,
): Promise<Outcome[]> {
  const recipients = await recipientsOf(db, publisherId, records, limit)
  const targets = new Map<string, TargetCalendar>()
  const outcomes = records.map((record): Outcome => {
    const recipient = recipients.get(record.svcId)
    if (!recipient) return 'subscriber id is not valid id'
    if (!recipient.active) return 'subscriber is not active'
    if (taken.has(record.reference)) return TAKEN
    const { privateCalendarId: calendarId, events } = recipient
    if (counts(record, limit)) {
      const target = targets.get(calendarId)
      if (target) target.added++
      else targets.set(calendarId, { calendarId, events, added: 1 })
    }
    return Object.assign(record, { id: newId(), calendarId, private: true })
  })
  const remaining = await listRemaining(db, publisherId, [...targets.values()], earlier, limit)
  return remaining.size === 0 ? outcomes : refuseExcess(db, publisherId, outcomes, remaining, limit)
}

/** Refuses the events of each subscriber after the first `remaining` ones. */
async function refuseExcess(
  db: Db,
  publisherId: number,
  outcomes: Outcome[],
  remaining: Map<string, number>,
  limit: PrivateEventLimit,
): Promise<Outcome[]> {
  // An event with a taken reference isn't stored, so it must not use up what remains.
  const references = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : outcome.reference!))
  const taken = await findTakenReferences(db, publisherId, references)
  return outcomes.map((outcome) => {
    if (typeof outcome === 'string') return outcome
    if (taken.has(outcome.reference!)) return TAKEN
    const left = remaining.get(outcome.calendarId)
    if (left === undefined || !counts(outcome, limit)) return outcome
    remaining.set(outcome.calendarId, left - 1)
    return left > 0 ? outcome : tooManyEvents(limit)
  })
}

/**
 * Returns the taken references of records, or none if the first one is free. A batch that is sent again has a taken
 * first reference, and this query takes a tenth of the time of inserts in vain. A partly new batch needs no query:
 * the insert itself returns which references were taken.
 */
async function findTaken(db: Db, publisherId: number, records: BatchRecord[]): Promise<Set<string>> {
  const references = records.map((record) => record.reference)
  const first = await findTakenReferences(db, publisherId, references.slice(0, 1))
  return first.size === 0 ? first : findTakenReferences(db, publisherId, references)
}

function toResult(records: BatchRecord[], outcomes: Outcome[]): BatchResult {
  const failed: BatchItem[] = []
  const added: BatchItem[] = []
  for (const [index, { reference }] of records.entries()) {
    const outcome = outcomes[index]!
    if (typeof outcome === 'string') failed.push({ reference, status: 400, error: outcome })
    else added.push({ id: outcome.id, scheduleId: outcome.calendarId, reference, status: 201 })
  }
  return { totalProcessed: records.length, added: added.length, items: [...failed, ...added] }
}
