import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type FieldErrors, invalid } from '../errors.ts'
import { isId, newId } from '../ids.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../publishers/revision.ts'
import { findRecipients } from '../subscribers/subscriber-store.ts'
import { findKeptAnswer, keepAnswer } from './batch-answer-store.ts'
import type { EventFields } from './event.ts'
import type { NewEvent } from './event-columns.ts'
import { findTakenReferences } from './event-store.ts'
import { insertEvents } from './event-write-store.ts'
import {
  counts,
  type Crowd,
  FEW,
  listRoom,
  type PrivateEventLimit,
  tooManyEvents,
} from './private-event-limit.ts'
import { readEvent } from './read-event.ts'

export const MAX_BATCH = 1000
const ERRORS_SHOWN = 100
const TAKEN = 'one event with same reference already exists'

/** What became of one record. */
export type BatchItem =
  | { id: string; scheduleId: string; reference: string; status: 201 }
  | { reference: string; status: 400; error: string }

export interface BatchResult {
  totalProcessed: number
  added: number
  /** Failed ones first, then the added ones, each in the order of the request. */
  items: BatchItem[]
}

/** A client's promise that a request with this key is the same request. */
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

/** The event a record becomes, or why it becomes none. */
type Outcome = NewEvent | string

/**
 * Adds private events of many subscribers. A record whose types or values are wrong fails the whole batch,
 * and nothing is stored. What is wrong with a record only in the light of the database is told in its item,
 * and the others go in, all in one transaction that is on disk when this returns.
 */
export async function addBatch(
  ctx: AppContext,
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
  if (dryRun) return tryBatch(ctx.db, publisher.id, records, limit)
  return transact(ctx.db, (tx) => storeBatch(tx, publisher.id, records, limit, idempotency))
}

async function storeBatch(
  tx: Db,
  publisherId: number,
  records: BatchRecord[],
  limit: PrivateEventLimit,
  idempotency: Idempotency | undefined,
): Promise<BatchResult> {
  // First of all where an answer is kept: requests of one key then pass one after the other.
  let revision = idempotency && (await nextRevision(tx, publisherId, limit.now))
  const kept = idempotency && (await findKeptAnswer(tx, publisherId, idempotency))
  if (kept) return kept
  const taken = await findTaken(tx, publisherId, records)
  // Where nothing is to be written there is no commit to wait for. Else nobody leaves from here on.
  if (taken.size < records.length) revision ??= await nextRevision(tx, publisherId, limit.now)
  const outcomes = await addressEvents(tx, publisherId, records, taken, limit)
  const events = outcomes.filter((outcome) => typeof outcome !== 'string')
  const inserted = events.length > 0 ? await insertEvents(tx, publisherId, events, revision!) : []
  const refused = new Set<Outcome>(events.filter((_, index) => !inserted[index]))
  const result = toResult(
    records,
    outcomes.map((outcome) => (refused.has(outcome) ? TAKEN : outcome)),
  )
  if (idempotency) await keepAnswer(tx, publisherId, idempotency, result, revision!.at)
  return result
}

/** What `addBatch` would do, without doing it. */
async function tryBatch(
  db: Db,
  publisherId: number,
  records: BatchRecord[],
  limit: PrivateEventLimit,
): Promise<BatchResult> {
  const references = records.map((record) => record.reference)
  const taken = await findTakenReferences(db, publisherId, references)
  return toResult(records, await addressEvents(db, publisherId, records, taken, limit))
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

/** Finds the private calendar each record belongs in, or why it goes in none. */
async function addressEvents(
  db: Db,
  publisherId: number,
  records: BatchRecord[],
  taken: Set<string>,
  limit: PrivateEventLimit,
): Promise<Outcome[]> {
  const ids = new Set(records.map((record) => record.svcId).filter(isId))
  const recipients = await findRecipients(db, publisherId, [...ids], limit.most === 0 ? 0 : FEW + 1)
  const crowds = new Map<string, Crowd>()
  const outcomes = records.map((record): Outcome => {
    const recipient = recipients.get(record.svcId)
    if (!recipient) return 'subscriber id is not valid id'
    if (!recipient.active) return 'subscriber is not active'
    if (taken.has(record.reference)) return TAKEN
    const { privateCalendarId: calendarId, events } = recipient
    if (counts(record, limit)) {
      const crowd = crowds.get(calendarId)
      if (crowd) crowd.wanted++
      else crowds.set(calendarId, { calendarId, events, wanted: 1 })
    }
    return Object.assign(record, { id: newId(), calendarId, private: true })
  })
  const room = await listRoom(db, publisherId, [...crowds.values()], limit)
  return room.size === 0 ? outcomes : refuseBeyond(db, publisherId, outcomes, room, limit)
}

/** Refuses the events for which a person has no room left. The first ones go in. */
async function refuseBeyond(
  db: Db,
  publisherId: number,
  outcomes: Outcome[],
  room: Map<string, number>,
  limit: PrivateEventLimit,
): Promise<Outcome[]> {
  // An event whose reference is taken takes no room.
  const references = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : outcome.reference!))
  const taken = await findTakenReferences(db, publisherId, references)
  return outcomes.map((outcome) => {
    if (typeof outcome === 'string') return outcome
    if (taken.has(outcome.reference!)) return TAKEN
    const left = room.get(outcome.calendarId)
    if (left === undefined || !counts(outcome, limit)) return outcome
    room.set(outcome.calendarId, left - 1)
    return left > 0 ? outcome : tooManyEvents(limit)
  })
}

/**
 * The references among those of records that are taken, if the first one is: a batch that was sent before shows by
 * it, and to look it up takes a tenth of what inserts in vain do. An insert finds out by itself what is taken.
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
