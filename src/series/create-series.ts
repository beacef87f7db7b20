import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { CalendarEvent, EventFields } from '../events/event.ts'
import { requireEventCalendars } from '../events/event-calendars.ts'
import { readChange, readNew } from '../events/save-event.ts'
import { newId } from '../ids.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { getActiveSubscriber } from '../subscribers/subscriber-store.ts'
import { readSeries } from './read-series.ts'
import type { Series } from './series.ts'
import { occurrenceOf } from './series-dates.ts'
import { storeSeries } from './store-series.ts'

type Input = Record<string, unknown>

/** The id of a series and the number of its events. */
export interface Made {
  id: string
  dates: number
}

/**
 * Creates a series of public events in the calendar `calendarId`, with its dates. `excluded`: dates that it leaves out as
 * far as the rule gives them.
 */
export async function createPublicSeries(
  ctx: ConfiguredContext,
  publisher: Publisher,
  input: Input,
  excluded?: string[],
): Promise<Made> {
  const { fields, calendars, recurrence } = readSeries(input, (event) => readNew(publisher, event), true)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    await requireEventCalendars(tx, publisher.id, input)
    const series = newSeries(publisher.id, { ...calendars, private: false }, fields, revision)
    const change = { series, recurrence, before: undefined, existing: [], ...(excluded && { excluded }) }
    return made(await storeSeries(tx, ctx, change, revision))
  })
}

/** Creates a series of events that only one subscriber sees, with its dates. */
export async function createPrivateSeries(
  ctx: ConfiguredContext,
  publisher: Publisher,
  subscriberId: string,
  input: Input,
  excluded?: string[],
): Promise<Made> {
  const { fields, recurrence } = readSeries(input, (event) => readNew(publisher, event, ''), true)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const { privateCalendarId: calendarId } = await getActiveSubscriber(tx, publisher.id, subscriberId)
    const series = newSeries(publisher.id, { calendarId, alsoIn: [], private: true }, fields, revision)
    const change = { series, recurrence, before: undefined, existing: [], ...(excluded && { excluded }) }
    return made(await storeSeries(tx, ctx, change, revision))
  })
}

/** Makes an event that belongs to no series the first date of a new one. It keeps its id. */
export async function makeSeriesOf(
  tx: Db,
  ctx: ConfiguredContext,
  publisher: Publisher,
  event: CalendarEvent,
  input: Input,
  revision: Revision,
  excluded?: string[],
): Promise<Made> {
  const read = (change: Input) => readChange(publisher, event, change)
  const { fields, calendars, recurrence } = readSeries(input, read, true)
  if (!event.private) await requireEventCalendars(tx, publisher.id, input)
  const { calendarId, alsoIn } = calendars
  const place = { calendarId, alsoIn, private: event.private }
  // No import has brought the series, so none takes it away.
  const series = newSeries(publisher.id, place, { ...fields, imported: false }, revision)
  const first = { ...event, ownFields: [], occurrence: occurrenceOf(fields) }
  const change = { series, recurrence, before: undefined, existing: [first], ...(excluded && { excluded }) }
  return made(await storeSeries(tx, ctx, change, revision))
}

/** A new series without a rule. Its reference is that of its fields. */
export function newSeries(
  publisherId: number,
  place: Pick<Series, 'calendarId' | 'alsoIn' | 'private'>,
  fields: EventFields,
  { at }: Pick<Revision, 'at'>,
): Series {
  const { reference } = fields
  return {
    ...place,
    ...{ id: newId(at), publisherId, reference, dateReference: reference, fields },
    ...{ rule: '', include: [], skipCalendars: [], madeUntil: '', created: at, modified: at },
  }
}

/** What the API says of a stored series. */
export function made({ series, dates }: { series: Series; dates: number }): Made {
  return { id: series.id, dates }
}
