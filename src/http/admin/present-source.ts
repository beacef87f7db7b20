import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { Db } from '../../db/database.ts'
import type { EventFields } from '../../events/event.ts'
import { listEventsByReference } from '../../events/event-store.ts'
import { withReason } from '../../reasons/reason.ts'
import { listSeries } from '../../series/series-store.ts'
import { type Asked, valuesOf } from '../../sources/merge.ts'
import {
  MERGE_FIELDS,
  type MergeField,
  type ReadSource,
  type SourceRun,
  stateOf,
} from '../../sources/source.ts'
import { countAsked, listAsked } from '../../sources/source-event-store.ts'
import { findLastChange, listRuns } from '../../sources/source-run-store.ts'
import { presentSettings } from './present-import.ts'
import type { SourceListed, SourceQuestion, SourceRecord } from './sources-schemas.ts'

/** Events whose questions are shown. */
const SHOWN = 100

/** Presents sources in a list. */
export async function presentSources(
  db: Db,
  publisherId: number,
  sources: ReadSource[],
  now: number,
): Promise<SourceListed[]> {
  const ids = [...new Set(sources.map(({ calendarId }) => calendarId))]
  const calendars = await listCalendarsById(db, publisherId, ids)
  const names = new Map(calendars.map(({ id, name }) => [id, name]))
  const shown: SourceListed[] = []
  for (const source of sources) {
    const { id, calendarId, waiting, lastRunAt, nextRunAt, failingSince } = source
    const change = await findLastChange(db, publisherId, id)
    shown.push({
      ...{ id, calendar: { id: calendarId, name: names.get(calendarId) ?? '' } },
      ...{ url: source.address, every: source.everyMinutes, paused: source.paused },
      ...{ state: stateOf(source, now), created: iso(source.created) },
      ...{ lastRun: orNull(lastRunAt), nextRun: orNull(nextRunAt), failingSince: orNull(failingSince) },
      message: source.message,
      ...withReason(source.message ?? ''),
      waiting: waiting && {
        ...{ gone: waiting.gone, of: waiting.of, since: iso(waiting.since), events: waiting.events },
      },
      keeps: source.keptDigest !== null,
      lastChange: change ? { at: iso(change.at), ...change.counts } : null,
      questions: await countAsked(db, publisherId, id),
    })
  }
  return shown
}

/** Presents a source with its rules, questions and runs. */
export async function presentSource(db: Db, source: ReadSource, now: number): Promise<SourceRecord> {
  const { publisherId, id, rules, options } = source
  const [listed] = await presentSources(db, publisherId, [source], now)
  return {
    ...listed!,
    ...{ rules, ...presentSettings(options) },
    open: await presentQuestions(db, source),
    runs: (await listRuns(db, publisherId, id)).map(presentRun),
  }
}

function presentRun({ at, until, ...run }: SourceRun): SourceRecord['runs'][number] {
  return { ...run, ...withReason(run.message), at: iso(at), until: iso(until) }
}

async function presentQuestions(db: Db, { publisherId, id }: ReadSource): Promise<SourceQuestion[]> {
  const asked = await listAsked(db, publisherId, id, SHOWN)
  const references = asked.map(({ reference }) => reference)
  const events = await listEventsByReference(db, publisherId, references)
  const series = await listSeries(db, publisherId, 'reference', references)
  const found = new Map<string, { eventId: string | null; fields: EventFields }>([
    ...series.map(({ reference, fields }) => [reference!, { eventId: null, fields }] as const),
    ...events.map((event) => [event.reference!, { eventId: event.id, fields: event }] as const),
  ])
  return asked.flatMap(({ reference, asked: questions }) => {
    const mine = found.get(reference)
    return mine ? questionsOf(reference, mine, questions) : []
  })
}

function questionsOf(
  reference: string,
  { eventId, fields }: { eventId: string | null; fields: EventFields },
  asked: Asked,
): SourceQuestion[] {
  const { name, startDate } = fields
  return MERGE_FIELDS.flatMap((field) => {
    const question = asked[field]
    if (!question) return []
    const { theirs, taken = false } = question
    const mine = valuesOf(fields, field)
    const shown = { mine: textOf(field, mine, theirs), theirs: textOf(field, theirs, mine) }
    return { reference, eventId, name, startDate, field, ...shown, taken }
  })
}

/** The values of a field as a text; of several only those that differ from `other`. */
function textOf(field: MergeField, values: Partial<EventFields>, other: Partial<EventFields>): string {
  if (field === 'when') return whenOf(values)
  if (field === 'links') return (values.quickLinks ?? []).map(({ name, url }) => `${name}: ${url}`).join('\n')
  if (field === 'cancelled') return values.cancelled ? 'Cancelled' : 'Takes place'
  const differing = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((other as Record<string, unknown>)[name]),
  )
  return differing.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
}

function whenOf({
  startDate = '',
  startTime,
  endDate = '',
  endTime,
  timezone = '',
}: Partial<EventFields>): string {
  const end = endDate === startDate ? endTime : [endDate, endTime].filter(Boolean).join(' ')
  const start = [startDate, startTime].filter(Boolean).join(' ')
  const span = end ? `${start} – ${end}` : start
  return startTime ? `${span}, ${timezone}` : span
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

function orNull(at: number | null): string | null {
  return at === null ? null : iso(at)
}
