import { getCalendar } from '../calendars/calendar-store.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { checkImportAddress } from '../imports/fetch-import.ts'
import type { SourceOptions } from '../imports/import-source.ts'
import type { OperationContext } from '../operation.ts'
import { DEFAULT_RULES, type MergeField, type MergeRules, MOST_SOURCES, type ReadSource } from './source.ts'
import { findKnown, saveKnown } from './source-event-store.ts'
import { getSource, insertSource, listSources, updateSource } from './source-store.ts'

/** With these the next run compares everything, even if the server says that nothing is new. */
const READ_ANEW = { etag: null, lastModified: null, digest: null }

type SaveContext = OperationContext & { config: Config }

/** What a user sets of a source. */
export interface SourceInput {
  calendarId: string
  address: string
  everyMinutes: number
  options: SourceOptions
  rules?: Partial<MergeRules>
  paused?: boolean
}

/** Adds a source; it is due at once. The caller has a transaction. */
export async function addSource(
  ctx: SaveContext,
  publisherId: number,
  input: SourceInput,
): Promise<ReadSource> {
  const { db: tx } = ctx
  const now = ctx.now()
  const calendar = await getCalendar(tx, publisherId, input.calendarId)
  const address = checkedAddress(ctx, input.address)
  const others = await listSources(tx, publisherId)
  if (others.length >= MOST_SOURCES)
    throw new AppError('conflict', `There can be ${MOST_SOURCES} sources. Remove one first`, {
      kind: 'most_reached',
    })
  requireOnce(others, calendar.id, address)
  const { paused = false, everyMinutes, options } = input
  const source: ReadSource = {
    ...{ id: newId(now), publisherId, calendarId: calendar.id, address, everyMinutes, paused },
    ...{ options, rules: { ...DEFAULT_RULES, ...input.rules }, created: now },
    ...{ nextRunAt: paused ? null : now, leaseUntil: 0, etag: null, lastModified: null, digest: null },
    ...{ lastRunAt: null, failures: 0, failingSince: null, message: null, told: false },
    ...{ waiting: null, keptDigest: null },
  }
  await insertSource(tx, source)
  return source
}

/** Changes what a user sets of a source. What is left out stays. The caller has a transaction. */
export async function changeSource(
  ctx: SaveContext,
  publisherId: number,
  id: string,
  changes: Partial<Omit<SourceInput, 'calendarId'>>,
): Promise<{ before: ReadSource; after: ReadSource }> {
  const before = await getSource(ctx.db, publisherId, id)
  const { rules, address: given, ...plain } = changes
  const address = given === undefined ? before.address : checkedAddress(ctx, given)
  if (address !== before.address)
    requireOnce(await listSources(ctx.db, publisherId), before.calendarId, address)
  const after = { ...before, ...plain, address, rules: { ...before.rules, ...rules } }
  const now = ctx.now()
  const isRead = ['address', 'options', 'rules'] as const
  const isOther = isRead.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  // The same content may mean something else now.
  const anew = {
    ...READ_ANEW,
    waiting: null,
    keptDigest: null,
    failures: 0,
    failingSince: null,
    message: null,
  }
  const next = { ...after, ...(isOther && { ...anew, told: false }) }
  const nextRunAt = after.paused ? null : nextRun(before, next, isOther, now)
  await store(ctx, { ...next, nextRunAt })
  return { before, after: { ...next, nextRunAt } }
}

/** A user keeps the events that a run would take away: nothing is taken over until the content differs. */
export async function keepEvents(
  ctx: OperationContext,
  publisherId: number,
  id: string,
): Promise<ReadSource> {
  const source = await getSource(ctx.db, publisherId, id)
  if (!source.waiting)
    throw new AppError('conflict', 'The source waits for no answer', { kind: 'changed_meanwhile' })
  const kept = { ...source, waiting: null, keptDigest: source.waiting.digest, message: null }
  await store(ctx, kept)
  return kept
}

/** An answer to a question about a field of an event. */
export interface SourceAnswer {
  reference: string
  field: MergeField
  take: 'theirs' | 'mine'
}

/**
 * Notes answers to questions. `mine` stays until the source changes again; `theirs` is taken with the next run, which
 * is due at once.
 */
export async function answerQuestions(
  ctx: OperationContext,
  publisherId: number,
  id: string,
  answers: SourceAnswer[],
): Promise<ReadSource> {
  const source = await getSource(ctx.db, publisherId, id)
  for (const { reference, field, take } of answers) {
    const known = await findKnown(ctx.db, publisherId, id, reference)
    const question = known?.asked[field]
    if (!known || !question)
      throw new AppError('conflict', 'The question is no longer open. Look at the new ones', {
        kind: 'changed_meanwhile',
      })
    const { [field]: _, ...rest } = known.asked
    const answered =
      take === 'mine'
        ? { said: { ...known.said, [field]: question.digest }, asked: rest }
        : { said: known.said, asked: { ...rest, [field]: { ...question, taken: true as const } } }
    await saveKnown(ctx.db, publisherId, id, [[reference, answered]])
  }
  if (!answers.some(({ take }) => take === 'theirs')) return source
  const now = ctx.now()
  const due = { ...source, ...READ_ANEW, nextRunAt: source.paused ? null : now }
  await store(ctx, due)
  return due
}

function nextRun(before: ReadSource, after: ReadSource, isOther: boolean, now: number): number {
  if (isOther || before.paused) return now
  if (before.everyMinutes === after.everyMinutes) return before.nextRunAt ?? now
  return Math.min(before.nextRunAt ?? now, (before.lastRunAt ?? now) + after.everyMinutes * 60_000)
}

async function store(ctx: OperationContext, source: ReadSource): Promise<void> {
  if (await updateSource(ctx.db, source, ctx.now())) return
  throw new AppError('conflict', 'The source is being read. Try again in a moment', { kind: 'source_busy' })
}

/** Normalises an address, which must not lead into a private network. */
function checkedAddress({ config }: SaveContext, address: string): string {
  checkImportAddress(address, { allowPrivate: config.webhooks.allowPrivate })
  return address.trim()
}

function requireOnce(others: ReadSource[], calendarId: string, address: string): void {
  if (others.some((other) => other.calendarId === calendarId && other.address === address))
    throw new AppError('conflict', 'This address is a source of that calendar already', {
      kind: 'address_taken',
    })
}
