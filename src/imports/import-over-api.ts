import {
  type EventChanges,
  type EventRecord,
  type FastiClient,
  FastiError,
  type NewEvent,
} from '../../client/src/index.ts'
import { AppError } from '../errors.ts'
import type { CalendarEvent } from '../events/event.ts'
import { readEvent } from '../events/read-event.ts'
import type { ImportResult, ImportWatch } from './import-events.ts'
import type { ImportFault, ImportFile, ImportRecord } from './import-file.ts'
import { elsewhere, type ImportOptions, type ImportPlan, planLargeImport } from './plan-import.ts'

/** Requests under way at once; the server lets 50 a second go on when a burst is over. */
const AT_ONCE = 8

/** A public calendar at a server, with all its events. */
export interface RemoteCalendar {
  id: string
  name: string
  /** Of times that name no zone. */
  timezone: string
  held: CalendarEvent[]
}

/** Fetches a calendar by id or reference. Without `timezone` it is that of the calendar's events. */
export async function fetchCalendar(
  client: FastiClient,
  key: string,
  timezone: string | undefined,
): Promise<RemoteCalendar> {
  const { id, name } = await client.getCalendar(key)
  const held: CalendarEvent[] = []
  const query = { calendarIds: id, showPastEvents: true, showDraft: true }
  for await (const record of client.events(query)) held.push(readRecord(record))
  const zone = timezone ?? held.at(-1)?.timezone
  if (zone === undefined)
    throw new AppError(
      'invalid',
      `--timezone says where times are that name no zone: ${name} has no events yet`,
    )
  return { id, name, timezone: zone, held }
}

/** What an import would do, without doing it. */
export function previewOverApi(
  calendar: RemoteCalendar,
  file: ImportFile,
  options: ImportOptions,
): Promise<ImportPlan> {
  const place = { calendarId: calendar.id, timezone: calendar.timezone }
  // The API takes no public event without one.
  return planLargeImport({ ...file, required: ['location'] }, calendar.held, place, options)
}

/** Carries a plan out, one request for each event. What was broken off is completed by running the import again. */
export async function applyOverApi(
  client: FastiClient,
  calendar: RemoteCalendar,
  plan: ImportPlan,
  options: ImportOptions,
  { onProgress }: Pick<ImportWatch, 'onProgress'> = {},
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, changed: 0, removed: 0, faults: [] }
  const work: (() => Promise<void>)[] = [
    ...plan.added.map(({ record }) => async () => {
      const done = await attempt(record, result.faults, () => add(client, calendar.id, record, options))
      if (done) result.added++
    }),
    ...plan.changed.map(({ record, before }) => async () => {
      const change = () => client.updateEvent(before.id, record.input as EventChanges)
      if (await attempt(record, result.faults, change)) result.changed++
    }),
    ...plan.removed.map((event) => async () => {
      if (await remove(client, event.id)) result.removed++
    }),
  ]
  for (let done = 0; done < work.length;) {
    const some = work.slice(done, done + AT_ONCE)
    await Promise.all(some.map((run) => run()))
    done += some.length
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
    // The answer to a first attempt was lost: the event there may be ours.
    if (error.uncertain && (await client.getEvent(reference)).calendarId === calendarId) return
    throw new FastiError(elsewhere(reference), { status: 409 })
  }
}

/** False where somebody removed the event meanwhile: that it is gone is what was wanted. */
async function remove(client: FastiClient, id: string): Promise<boolean> {
  try {
    await client.deleteEvent(id)
    return true
  } catch (error) {
    if (error instanceof FastiError && error.status === 404) return false
    throw error
  }
}

/** Keeps what is wrong with one event as a fault of its line, so that the others go on. */
async function attempt(
  { line }: ImportRecord,
  faults: ImportFault[],
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof FastiError) || ![400, 404, 409].includes(error.status)) throw error
    faults.push({ line, message: Object.values(error.errors).join('; ') || error.message })
    return false
  }
}

/** A record as the server tells it; it can be read as it came. */
function readRecord(record: EventRecord): CalendarEvent {
  const read = readEvent(record, { private: false, required: [], timezone: record.timezone })
  if ('errors' in read) {
    const faults = Object.values(read.errors).join('; ')
    throw new AppError('invalid', `The server's event [${record.id}] can't be read: ${faults}`)
  }
  const { id, calendarId, publisherId } = record
  const times = { created: Date.parse(record.created), modified: Date.parse(record.modified) }
  return { ...read.event, id, calendarId, publisherId, private: false, sequence: 0, ...times }
}
