import type { Db } from '../db/database.ts'
import { invalid } from '../errors.ts'
import { requireEventCalendars } from '../events/event-calendars.ts'
import { readChange } from '../events/save-event.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import type { Revision } from '../revisions/revision.ts'
import type { Known } from './change-dates.ts'
import { type Made, made } from './create-series.ts'
import { readSeries } from './read-series.ts'
import type { Series } from './series.ts'
import { countDates, deleteSeriesRow, listDates, moveDates } from './series-store.ts'
import { type Change, storeSeries } from './store-series.ts'

type Input = Record<string, unknown>

/** What is known of a change beyond its input. */
export interface Beyond {
  /** The dates that the series leaves out, in place of those that it left out so far. */
  excluded?: string[]
  known?: Known
}

/**
 * Changes all dates of a series. Days and times of the input are those of its first date. With `recurrence` null its
 * dates become plain events, and the series is gone.
 */
export async function changeSeries(
  tx: Db,
  ctx: ConfiguredContext,
  publisher: Publisher,
  before: Series,
  input: Input,
  revision: Revision,
  { excluded, known }: Beyond = {},
): Promise<Made> {
  const change = await readChangeOfAll(tx, publisher, before, input, excluded)
  const stored = await storeSeries(tx, ctx, change, revision, known)
  if (input.recurrence !== null) return made(stored)
  const dates = await countDates(tx, publisher.id, before.id)
  await moveDates(tx, before, '', null)
  await deleteSeriesRow(tx, publisher.id, before.id)
  return { id: before.id, dates }
}

/** Reads a change of all dates. */
export async function readChangeOfAll(
  db: Db,
  publisher: Publisher,
  before: Series,
  { recurrence: given, ...input }: Input,
  excluded?: string[],
): Promise<Change> {
  const change = { ...input, ...(given !== null && { recurrence: given }) }
  const { fields, calendars, recurrence } = await readChangeOfSeries(db, publisher, before, change)
  const { reference } = fields
  const dateReference = reference === before.reference ? before.dateReference : reference
  const series = { ...before, ...calendars, fields, reference, dateReference }
  const existing = await listDates(db, publisher.id, before.id)
  return { series, recurrence, before, existing, ...(excluded && { excluded }) }
}

/** Reads a change of a series and, unless it is private, requires the calendars that it names. */
export async function readChangeOfSeries(
  tx: Db,
  publisher: Publisher,
  {
    fields,
    calendarId,
    alsoIn,
    private: isPrivate,
  }: Pick<Series, 'fields' | 'calendarId' | 'alsoIn' | 'private'>,
  input: Input,
) {
  const before = { ...fields, calendarId, alsoIn, private: isPrivate }
  const read = readSeries(input, (event) => readChange(publisher, before, event), false)
  if (!isPrivate) await requireEventCalendars(tx, publisher.id, input)
  const { calendars } = read
  return { ...read, calendars: { calendarId: calendars.calendarId, alsoIn: calendars.alsoIn } }
}

/** Refuses a `recurrence` where only a change of a whole series may have one. */
export function refuseRecurrence(input: Input, message: string): void {
  if (input.recurrence !== undefined) throw invalid({ recurrence: `Event recurrence ${message}` })
}
