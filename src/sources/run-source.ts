import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { FetchFault } from '../imports/fetch-import.ts'
import { applyImport } from '../imports/import-events.ts'
import { getImportTarget, type ImportTarget } from '../imports/import-target.ts'
import { countPlan } from '../imports/plan-import.ts'
import { type Actor, audited } from '../users/audit.ts'
import { planSource, type SourcePlan } from './plan-source.ts'
import { readSource, type SourceContent } from './read-source.ts'
import { NO_COUNTS, type ReadSource, type RunCounts, type RunOutcome } from './source.ts'
import { forget, readKnown, saveKnown } from './source-event-store.ts'
import { mailOwners } from './source-mail.ts'
import { addRun } from './source-run-store.ts'
import {
  claimSource,
  deleteSource,
  endRun,
  readWaitingIds,
  releaseSource,
  type RunState,
} from './source-store.ts'

/** A process has a source so long at most. A killed one holds it up no longer. */
const LEASE_MS = 300_000
/** A run ends itself before its claim does. */
const MARGIN_MS = 30_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Failed runs in a row before owners are told. */
const TOLD_AFTER = 3
/** A run that takes away a larger share waits for a yes, unless it is a single event. */
const MOST_GONE = 1 / 5
const FEW_GONE = 2
/** Events of a waiting run that are listed. */
const LISTED = 100
/** Events whose knowledge is stored in one transaction. */
const STEP = 500

export type RunContext = Pick<AppContext, 'db' | 'directory' | 'now' | 'config' | 'log' | 'mailer'>

/** The author and terms of a run. */
export interface RunTerms {
  actor: Omit<Actor, 'publisherId' | 'at'>
  /** It was not due, and is read even if its server says that nothing is new. */
  byHand: boolean
  /** A user agreed to taking away the events that were shown. */
  takeAway?: boolean
  signal: AbortSignal
}

export interface RunResult {
  outcome: RunOutcome
  counts: RunCounts
  message: string
}

/**
 * Reads a source and brings its calendar up to date. Returns undefined if another process has it, if it is not due, or
 * if the signal ended the run: then it is due again.
 */
export async function runSource(
  ctx: RunContext,
  publisherId: number,
  id: string,
  terms: RunTerms,
): Promise<RunResult | undefined> {
  const now = ctx.now()
  const claim = { now, until: now + LEASE_MS, byHand: terms.byHand }
  const source = await claimSource(ctx.db, publisherId, id, claim)
  if (!source) return undefined
  const inTime = AbortSignal.timeout(LEASE_MS - MARGIN_MS)
  const signal = AbortSignal.any([terms.signal, inTime])
  try {
    return await new SourceRunner(ctx, source, { ...terms, signal }).run()
  } catch (error) {
    if (terms.signal.aborted || isCrowded(error)) {
      await releaseSource(ctx.db, source)
      if (isCrowded(error) && terms.byHand) throw error
      return undefined
    }
    const failure = inTime.aborted ? new AppError('invalid', 'The run took too long and was stopped') : error
    return await fail(ctx, source, failure)
  }
}

/** Other files of the publisher wait to be read: that is no fault of the source. */
function isCrowded(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too_many'
}

/** One run of a claimed source. */
class SourceRunner {
  private readonly ctx: RunContext
  private readonly source: ReadSource
  private readonly terms: RunTerms

  constructor(ctx: RunContext, source: ReadSource, terms: RunTerms) {
    this.ctx = ctx
    this.source = source
    this.terms = terms
  }

  async run(): Promise<RunResult | undefined> {
    const { ctx, source } = this
    const target = await this.target()
    if (!target) return undefined
    const { byHand: always, signal } = this.terms
    const content = await readSource(ctx, source, target.publisher.timezone, { always, signal })
    if (content === 'unchanged') return this.endUnchanged()
    if (!always && content.digest === source.keptDigest) return this.end({ outcome: 'same' }, { content })
    if (!always && content.digest === source.digest)
      return this.end({ outcome: 'same' }, { content, waiting: null, keptDigest: null })
    const planned = await this.plan(target, content)
    const waits = await this.mustWait(planned)
    return waits ? this.wait(content, planned) : this.apply(target, content, planned)
  }

  /** Ends a run in which the server said that nothing is new. */
  private async endUnchanged(): Promise<RunResult | undefined> {
    const { waiting, publisherId, id } = this.source
    if (!waiting) return this.end({ outcome: 'same' }, {})
    const goneIds = await readWaitingIds(this.ctx.db, publisherId, id)
    return this.end({ outcome: 'waits', message: waitingMessage(waiting) }, { goneIds })
  }

  /** The calendar of the source; undefined if it was deleted, and the source with it. */
  private async target(): Promise<ImportTarget | undefined> {
    const { publisherId, calendarId, id } = this.source
    try {
      return await getImportTarget(this.ctx, calendarId, publisherId)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      await transact(this.ctx.db, (tx) => deleteSource(tx, publisherId, id))
      return undefined
    }
  }

  private async plan(target: ImportTarget, { file }: SourceContent): Promise<SourcePlan> {
    const { publisherId, id } = this.source
    const known = await readKnown(this.ctx.db, publisherId, id)
    const planned = await planSource(this.ctx, target, this.source, file, known, this.terms.signal)
    const { faults } = planned.plan
    const isEmpty = file.records.length + file.series.length === 0
    if (isEmpty && faults.length > 0) throw new AppError('invalid', faults[0]!.message)
    if (isEmpty && planned.of > 0) throw new AppError('invalid', 'The file has no events')
    return planned
  }

  private async mustWait({ gone, of }: SourcePlan): Promise<boolean> {
    if (gone.length < FEW_GONE || gone.length <= of * MOST_GONE) return false
    const { publisherId, id, waiting } = this.source
    if (!this.terms.takeAway || !waiting) return true
    const shown = new Set(await readWaitingIds(this.ctx.db, publisherId, id))
    return !gone.every((event) => shown.has(event.id))
  }

  private async wait(content: SourceContent, { gone, of }: SourcePlan): Promise<RunResult | undefined> {
    const { source } = this
    const now = this.ctx.now()
    const events = gone.slice(0, LISTED)
    const since = source.waiting?.since ?? now
    const waiting = { digest: content.digest, gone: gone.length, of, events, since }
    const ids = gone.map((event) => event.id)
    const result = await this.end(
      { outcome: 'waits', message: waitingMessage(waiting) },
      { content, waiting, keptDigest: null, goneIds: ids },
    )
    if (result && !source.waiting) mailOwners(this.ctx, source, { kind: 'waits', gone: gone.length, of })
    return result
  }

  private async apply(
    target: ImportTarget,
    content: SourceContent,
    { plan, options, merge, missing }: SourcePlan,
  ): Promise<RunResult | undefined> {
    const { ctx, source, terms } = this
    const { publisherId, calendarId } = source
    const { added, changed, joined, removed } = countPlan(plan)
    const wanted = { added, changed, joined, removed }
    const isChange = added + changed + joined + removed + plan.series.filter(isWritten).length > 0
    const first = (tx: Db) =>
      audited({ db: tx }, this.actor(), 'source.run', () =>
        Promise.resolve({
          result: undefined,
          subject: { kind: 'calendar', id: calendarId },
          after: { calendar: target.calendar.name, from: sourceHost(source), ...wanted },
        }),
      )
    const watch = { first, signal: terms.signal }
    const result = isChange
      ? await applyImport(ctx, target, plan, options, watch)
      : { ...NO_COUNTS, faults: [] }
    if (terms.signal.aborted) throw new AppError('invalid', 'The run was stopped')
    const faults = [...plan.faults, ...result.faults]
    const joins = plan.joined.map(({ record }) => [record.reference, { said: {}, asked: {} }] as const)
    const outcomes = [...new Map([...joins, ...merge.outcomes])]
    for (let at = 0; at < outcomes.length; at += STEP)
      await this.ifOurs((tx) => saveKnown(tx, publisherId, source.id, outcomes.slice(at, at + STEP)))
    if (missing.length > 0) await this.ifOurs((tx) => forget(tx, publisherId, source.id, missing))
    const asked = outcomes.reduce((sum, [, known]) => sum + Object.keys(known.asked).length, 0)
    const kept = [...merge.kept.values()].reduce((sum, count) => sum + count, 0)
    const { faults: _, ...numbers } = result
    const counts = { ...NO_COUNTS, ...numbers, kept, asked, faults: faults.length }
    const isChanged = counts.added + counts.changed + counts.joined + counts.removed > 0
    const [fault] = faults
    const message = fault ? `Line ${fault.line}: ${fault.message}` : ''
    const { digest } = content
    const outcome = isChanged ? 'changed' : 'same'
    return this.end({ outcome, counts, message }, { content, digest, waiting: null, keptDigest: null })
  }

  /** Writes only as long as the source is ours: a user may have removed it. */
  private async ifOurs(work: (tx: Db) => Promise<void>): Promise<void> {
    const { publisherId, id, leaseUntil } = this.source
    await transact(this.ctx.db, async (tx) => {
      const row = await tx
        .selectFrom('source')
        .select('lease_until')
        .where('publisher_id', '=', publisherId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (row?.lease_until === leaseUntil) await work(tx)
    })
  }

  /** Ends a run that was no failure. Without `content` the source is as it was read last. */
  private async end(
    { outcome, counts = NO_COUNTS, message = '' }: Partial<RunResult> & Pick<RunResult, 'outcome'>,
    {
      content,
      goneIds = null,
      ...over
    }: Partial<RunState> & { content?: SourceContent; goneIds?: string[] | null },
  ): Promise<RunResult | undefined> {
    const { ctx, source } = this
    const now = ctx.now()
    const { etag = null, lastModified = null } = content?.version ?? {}
    const state: RunState = {
      ...stateBefore(source),
      ...(content && { etag, lastModified }),
      ...{ lastRunAt: now, failures: 0, failingSince: null, told: false, message: message || null },
      nextRunAt: source.paused ? null : now + source.everyMinutes * MINUTE_MS,
      ...over,
    }
    return store(ctx, source, state, { outcome, counts, message }, goneIds)
  }

  private actor(): Actor {
    const { publisherId } = this.source
    return { ...this.terms.actor, publisherId, at: this.ctx.now() }
  }
}

function isWritten({ kind }: SourcePlan['plan']['series'][number]): boolean {
  return kind !== 'unchanged'
}

function waitingMessage({ gone, of }: { gone: number; of: number }): string {
  return `${gone} of ${of} events would go`
}

/** Notes a failure. The next run comes later with each one, or when the server says; 410 ends reading (RFC 9110, 15.5.11). */
async function fail(ctx: RunContext, source: ReadSource, error: unknown): Promise<RunResult | undefined> {
  const now = ctx.now()
  const { everyMinutes, publisherId, id } = source
  const isExpected = error instanceof AppError
  if (!isExpected) ctx.log.warn({ err: error, publisherId, sourceId: id }, 'a source could not be taken over')
  const isGone = error instanceof FetchFault && error.status === 410
  const reason = isExpected ? plainMessage(error) : 'The service could not carry it out. It tries again'
  const message = isGone ? 'The server says that the address is gone for good. It is no longer read' : reason
  const failures = source.failures + 1
  const wait = Math.max(
    Math.min(DAY_MS, everyMinutes * MINUTE_MS * 2 ** Math.min(failures, 20)),
    error instanceof FetchFault ? retryAfterMs(error.againAfter, now) : 0,
  )
  const paused = source.paused || isGone
  const tells = failures >= TOLD_AFTER && !source.told
  const state: RunState = {
    ...stateBefore(source),
    ...{ paused, nextRunAt: paused ? null : now + wait, lastRunAt: now, failures, message },
    ...{ failingSince: source.failingSince ?? now, told: source.told || tells },
  }
  const ids = source.waiting ? await readWaitingIds(ctx.db, publisherId, id) : null
  const result = await store(ctx, source, state, { outcome: 'failed', counts: NO_COUNTS, message }, ids)
  if (result && tells) mailOwners(ctx, source, { kind: 'failing', since: state.failingSince!, message })
  return result
}

/** Ends the claim with a row for the run; undefined if the source is no longer ours. */
async function store(
  ctx: RunContext,
  source: ReadSource,
  state: RunState,
  result: RunResult,
  goneIds: string[] | null,
): Promise<RunResult | undefined> {
  const { publisherId, id } = source
  return transact(ctx.db, async (tx) => {
    if (!(await endRun(tx, source, state, goneIds))) return undefined
    await addRun(tx, publisherId, id, { at: state.lastRunAt!, ...result })
    return result
  })
}

function stateBefore(source: ReadSource): RunState {
  const { paused, nextRunAt, etag, lastModified, digest, lastRunAt } = source
  const { failures, failingSince, message, told, waiting, keptDigest } = source
  return {
    ...{ paused, nextRunAt, etag, lastModified, digest, lastRunAt },
    ...{ failures, failingSince, message, told, waiting, keptDigest },
  }
}

/** `Import url could not be fetched: …`, without the name of the field. */
function plainMessage({ message }: AppError): string {
  const plain = message.replace(/^Import url (must|could)/, 'The address $1')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), in ms; a day at most. */
function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), DAY_MS) : 0
}

/** The host of a source: the whole address may be a secret. */
export function sourceHost({ address }: Pick<ReadSource, 'address'>): string {
  return URL.parse(address)?.host ?? address
}
