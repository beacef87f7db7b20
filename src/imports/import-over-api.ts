import {
  type EventChanges,
  type EventRecord,
  type FastiClient,
  FastiError,
  type NewEvent,
} from '../../client/src/index.ts'
import { AppError } from '../errors.ts'
import { type CalendarEvent, isIn, NO_SERIES } from '../events/event.ts'
import { readEvent } from '../events/read-event.ts'
import { attempt } from './api-attempt.ts'
import type { ImportFile, ImportRecord } from './import-file.ts'
import { addTo, type ImportResult, type ImportWatch } from './import-result.ts'
import { applySeriesOverApi, planSeriesOverApi, takenReferences } from './import-series-over-api.ts'
import { type ImportOptions, type ImportPlan, inOtherCalendar, planLargeImport } from './plan-import.ts'
import { countChanges } from './plan-import-series.ts'

/** Concurrent requests; after a burst the server accepts 50 requests per second. */
const CONCURRENT_REQUESTS = 8

/** A public calendar on a server. */
export interface RemoteCalendar {
  id: string
  name: string
  /** The zone of times without one. */
  timezone: string
  /** Its events, and with `join` all other public ones. */
  stored: CalendarEvent[]
}

/**
 * Fetches a calendar by id or reference. `timezone` defaults to that of the calendar's last event. With `join` it
 * fetches the events of all calendars, among which it finds the references of a file.
 */
export async function fetchCalendar(
  client: FastiClient,
  key: string,
  timezone: string | undefined,
  { join = false }: Pick<ImportOptions, 'join'>,
): Promise<RemoteCalendar> {
  const { id, name } = await client.getCalendar(key)
  const stored: CalendarEvent[] = []
  const query = { ...(!join && { calendarIds: id }), showPastEvents: true, showDraft: true }
  for await (const record of client.events(query)) stored.push(readRecord(record))
  const zone = timezone ?? stored.findLast((event) => isIn(event, id))?.timezone
  if (zone === undefined)
    throw new AppError(
      'invalid',
      `--timezone says where times are that name no zone: ${name} has no events yet`,
    )
  return { id, name, timezone: zone, stored }
}

/** Compares a file with the calendar's events. */
export async function previewOverApi(
  client: FastiClient,
  calendar: RemoteCalendar,
  file: ImportFile,
  options: ImportOptions,
): Promise<ImportPlan> {
  // The API requires a location for public events.
  const whole = { ...file, required: ['location'] }
  const { planned, faults } = await planSeriesOverApi(client, calendar, whole, options, readRecord)
  const single = { dissolved: [], taken: takenReferences(calendar, file.records) }
  const place = { calendarId: calendar.id, timezone: calendar.timezone, single }
  const all = { ...whole, faults: [...file.faults, ...faults] }
  return { ...(await planLargeImport(all, calendar.stored, place, options)), series: planned }
}

/** Applies a plan with one request for each single event, and some for each series. An aborted import is completed by running it again. */
export async function applyOverApi(
  client: FastiClient,
  calendar: RemoteCalendar,
  plan: ImportPlan,
  options: ImportOptions,
  { onProgress }: Pick<ImportWatch, 'onProgress'> = {},
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, changed: 0, joined: 0, removed: 0, faults: [] }
  const single: (() => Promise<void>)[] = [
    ...plan.added.map(({ record }) => async () => {
      const done = await attempt(record, result.faults, () => add(client, calendar.id, record, options))
      if (done) result.added++
    }),
    ...plan.changed.map(({ record, before }) => async () => {
      const change = () => client.updateEvent(before.id, record.input as EventChanges)
      if (await attempt(record, result.faults, change)) result.changed++
    }),
    ...plan.joined.map(({ record, before }) => async () => {
      const join = () => client.updateEvent(before.id, { addCalendarIds: [calendar.id] })
      if (await attempt(record, result.faults, join)) result.joined++
    }),
    ...plan.removed.map((event) => async () => {
      if (await remove(client, event.id, calendar.id)) result.removed++
    }),
  ]
  const work = [
    ...plan.series.map((planned) => ({
      size: countChanges(planned.dates),
      run: async () => addTo(result, await applySeriesOverApi(client, calendar, planned, options)),
    })),
    ...single.map((run) => ({ size: 1, run })),
  ]
  let done = 0
  for (let at = 0; at < work.length; at += CONCURRENT_REQUESTS) {
    const some = work.slice(at, at + CONCURRENT_REQUESTS)
    await Promise.all(some.map(({ run }) => run()))
    for (const { size } of some) done += size
    onProgress?.(done)
  }
  return result
}

async function add(client: FastiClient, calendarId: string, record: ImportRecord, options: ImportOptions) {
  const { input, reference } = record
  const draft = options.draft ? 1 : 0
  try {
    await client.createEvent({ draft, ...input, reference, calendarId } as unknown as NewEvent)
  } catch (error) {
    if (!(error instanceof FastiError) || error.status !== 409) throw error
    // The response to our first attempt was lost, so the stored event may be ours.
    if (error.uncertain && isIn(calendarsIn(await client.getEvent(reference)), calendarId)) return
    throw new FastiError(inOtherCalendar(reference), { status: 409 })
  }
}

/** Returns false if the event was already deleted, which is fine. */
async function remove(client: FastiClient, id: string, calendarId: string): Promise<boolean> {
  try {
    await client.deleteEvent(id, { calendarId })
    return true
  } catch (error) {
    if (error instanceof FastiError && error.status === 404) return false
    throw error
  }
}

/** Converts the server's record to an event. */
function readRecord(record: EventRecord): CalendarEvent {
  const read = readEvent(record, { private: false, required: [], timezone: record.timezone })
  if ('errors' in read) {
    const faults = Object.values(read.errors).join('; ')
    throw new AppError('invalid', `The server's event [${record.id}] can't be read: ${faults}`)
  }
  const { id, publisherId } = record
  const times = { created: Date.parse(record.created), modified: Date.parse(record.modified) }
  const calendars = calendarsIn(record)
  const { seriesId = null, occurrence = null } = record
  const none = { private: false, sequence: 0, linkCode: '', ...NO_SERIES, seriesId, occurrence }
  return { ...read.event, ...calendars, id, publisherId, ...none, ...times }
}

function calendarsIn({ calendarId, calendarIds = [calendarId] }: EventRecord) {
  return { calendarId, alsoIn: calendarIds.slice(1) }
}
