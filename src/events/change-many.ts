import { touchCalendars } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, type FieldErrors, invalid } from '../errors.ts'
import type { ConfiguredContext } from '../operation.ts'
import { pause } from '../pause.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { touchOwners } from '../subscribers/subscriber-store.ts'
import { type CalendarEvent, calendarsOf } from './event.ts'
import { requireEventCalendars } from './event-calendars.ts'
import type { EventListQuery } from './event-list.ts'
import { createChangeLog, differingForLog, type LoggedChanges, type LoggedFields } from './event-log.ts'
import { type EventRow, listRowsById } from './event-row.ts'
import { listEventsById } from './event-store.ts'
import { deleteEvent } from './event-write-store.ts'
import { inputFor, type ManyChange } from './many-change.ts'
import { pageOfPrivateEvents } from './private-event-list.ts'
import { privateLimit, readChange, storeChange } from './save-event.ts'
import { seriesModified } from './series-row.ts'
import { pageOfPublicEvents } from './walk-events.ts'

/** Events that one change may have in all, and those that one transaction changes. */
export const MOST_EVENTS = 5000
export const MOST_AT_ONCE = 500
/** Events that one statement reads: few, since each may have 8,000 characters of details. */
const SLICE = 100
const MOST_SHOWN = 50
const MOST_REFUSED = 20

/** The publisher's public events, or with `privateCalendarId` those of one subscriber. */
export interface Owner {
  publisher: Publisher
  privateCalendarId?: string | undefined
}

/** Events by their ids, or all that a list finds. */
export type Chosen = { ids: string[] } | { query: EventListQuery }

/** An event and its last change, epoch ms, as somebody saw them. */
export interface SeenEvent {
  id: string
  modified: number
}

export interface ManyPreview {
  /** The number of events that were looked at. */
  events: number
  /** Those that will change, by start. */
  changing: SeenEvent[]
  /** The first of them, with the fields that differ; `after` undefined: it will be deleted. */
  shown: { id: string; name: string; before: LoggedFields; after: LoggedFields | undefined }[]
  /** Subscribers see no difference of drafts. */
  live: number
  /** The calendars of those that are live, before the change. */
  calendarIds: string[]
  /** Those that have further calendars. */
  shared: number
  /** The number of events that the change does not fit, and the first of them. */
  refusedCount: number
  refused: { id: string; name: string; errors: FieldErrors }[]
}

/** Previews a change of many events; stores nothing. Throws `invalid` for too many. */
export async function previewMany(
  db: Db,
  owner: Owner,
  chosen: Chosen,
  change: ManyChange,
): Promise<ManyPreview> {
  const { publisher } = owner
  if (!change.remove) await requireEventCalendars(db, publisher.id, change)
  const ids =
    'ids' in chosen ? await idsByStart(db, owner, chosen.ids) : await listIds(db, owner, chosen.query)
  const preview: ManyPreview = {
    ...{
      events: ids.length,
      changing: [],
      shown: [],
      live: 0,
      calendarIds: [],
      shared: 0,
      refusedCount: 0,
      refused: [],
    },
  }
  const calendars = new Set<string>()
  for (let at = 0; at < ids.length; at += SLICE, await pause()) {
    const slice = ids.slice(at, at + SLICE)
    const events = new Map((await listEventsById(db, publisher.id, slice)).map((event) => [event.id, event]))
    for (const id of slice) {
      const event = events.get(id)
      if (!event || !isOwn(owner, event)) continue
      previewOne(owner, event, change, preview, calendars)
    }
  }
  preview.calendarIds = [...calendars]
  return preview
}

function previewOne(
  { publisher }: Owner,
  event: CalendarEvent,
  change: ManyChange,
  preview: ManyPreview,
  calendars: Set<string>,
): void {
  const { id, name, modified, draft, alsoIn } = event
  const read = change.remove ? undefined : readMany(publisher, event, change)
  if (read && 'errors' in read) {
    preview.refusedCount++
    if (preview.refused.length < MOST_REFUSED) preview.refused.push({ id, name, errors: read.errors })
    return
  }
  const differing = read && differingForLog(event, afterOf(event, read))
  if (read && !differing) return
  preview.changing.push({ id, modified })
  if (!draft) {
    preview.live++
    for (const calendar of calendarsOf(event)) calendars.add(calendar)
  }
  if (alsoIn.length > 0) preview.shared++
  if (preview.shown.length === MOST_SHOWN) return
  const { startDate, startTime, endDate, endTime, timezone } = event
  const before = differing?.before ?? { name, startDate, startTime, endDate, endTime, timezone }
  preview.shown.push({ id, name, before, after: differing?.after })
}

function afterOf(event: CalendarEvent, { event: fields, calendars }: ReadEvent): CalendarEvent {
  const { calendarId, alsoIn } = calendars
  return { ...event, ...fields, calendarId, alsoIn }
}

type ReadEvent = Exclude<ReturnType<typeof readChange>, { errors: FieldErrors }>

function readMany(publisher: Publisher, event: CalendarEvent, change: ManyChange) {
  const made = inputFor(event, change)
  return 'errors' in made ? made : readChange(publisher, event, made.input)
}

/** The reason for leaving an event as it is: somebody changed or deleted it since it was seen, or the change does not fit it. */
export interface LeftEvent {
  id: string
  name: string
  why: 'changed' | 'deleted' | 'refused'
  errors?: FieldErrors
}

export interface ManyChanged {
  /** The number of events of the request that were processed. Others need another request. */
  done: number
  left: LeftEvent[]
  log: LoggedChanges
  changed: number
}

/**
 * Changes or deletes events in one transaction, up to `MOST_AT_ONCE`. An event that was changed since it was seen is
 * left as it is. Stops early when the entry of the audit log is full.
 */
export async function changeMany(
  ctx: ConfiguredContext,
  owner: Owner,
  seen: SeenEvent[],
  change: ManyChange,
): Promise<ManyChanged> {
  const { publisher } = owner
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    if (!change.remove) await requireEventCalendars(tx, publisher.id, change)
    const ids = seen.map(({ id }) => id)
    const events = new Map((await listEventsById(tx, publisher.id, ids)).map((event) => [event.id, event]))
    const log = createChangeLog()
    const left: LeftEvent[] = []
    let done = 0
    for (const { id, modified } of seen) {
      done++
      const event = events.get(id)
      // One that is named twice is gone, or has another version, when it comes again.
      events.delete(id)
      if (!event || !isOwn(owner, event)) left.push({ id, name: event?.name ?? '', why: 'deleted' })
      else if (event.modified !== modified) left.push({ id, name: event.name, why: 'changed' })
      else {
        const goOn = await changeOne(ctx, tx, { owner, event, change, revision, log, left })
        if (!goOn) break
      }
    }
    return { done, left, log: log.changes, changed: log.count() }
  })
}

interface One {
  owner: Owner
  event: CalendarEvent
  change: ManyChange
  revision: Revision
  log: ReturnType<typeof createChangeLog>
  left: LeftEvent[]
}

/** Changes one event of many; returns false when the log is full. */
async function changeOne(
  ctx: ConfiguredContext,
  tx: Db,
  { owner, event, change, revision, log, left }: One,
): Promise<boolean> {
  const { publisher } = owner
  if (change.remove) {
    const modified = await seriesModified(tx, publisher.id, event.seriesId)
    await deleteEvent(tx, event, revision)
    await (event.private ? touchOwners : touchCalendars)(tx, publisher.id, calendarsOf(event), revision)
    return log.deleted(event, modified)
  }
  const refuse = (errors: FieldErrors) => {
    left.push({ id: event.id, name: event.name, why: 'refused', errors })
    return true
  }
  const made = inputFor(event, change)
  if ('errors' in made) return refuse(made.errors)
  try {
    const after = await storeChange(tx, publisher, event, made.input, revision, privateLimit(ctx))
    return log.changed(event, after)
  } catch (error) {
    // It throws before it writes, so the events before it may stay.
    if (!(error instanceof AppError)) throw error
    return refuse(error.fields ?? { event: error.message })
  }
}

function isOwn({ privateCalendarId }: Owner, event: Pick<CalendarEvent, 'private' | 'calendarId'>): boolean {
  return privateCalendarId === undefined ? !event.private : event.calendarId === privateCalendarId
}

async function idsByStart(db: Db, { publisher }: Owner, ids: string[]): Promise<string[]> {
  requireNotTooMany(ids.length, 'ids')
  const rows: EventRow[] = []
  for (let at = 0; at < ids.length; at += SLICE, await pause())
    rows.push(...(await listRowsById(db, publisher.id, ids.slice(at, at + SLICE))))
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  return unique.sort((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
}

async function listIds(db: Db, owner: Owner, query: EventListQuery): Promise<string[]> {
  const ids: string[] = []
  for await (const rows of walkList(db, owner, query)) {
    ids.push(...rows.map(({ id }) => id))
    requireNotTooMany(ids.length, 'filter')
  }
  return ids
}

/** Yields all events that a list finds, page by page. Pauses, so that other requests can run. */
export async function* walkList(
  db: Db,
  { publisher, privateCalendarId }: Owner,
  query: EventListQuery,
): AsyncGenerator<EventRow[]> {
  for (let after = query.after; ; await pause()) {
    const asked = { ...query, ...(after && { after }), limit: SLICE }
    const page =
      privateCalendarId === undefined
        ? await pageOfPublicEvents(db, publisher.id, asked)
        : await pageOfPrivateEvents(db, publisher.id, privateCalendarId, asked)
    yield page.rows
    if (!page.next) return
    after = page.next
  }
}

function requireNotTooMany(count: number, field: string): void {
  if (count <= MOST_EVENTS) return
  throw invalid({
    [field]: `Event ${field} must be about at most ${MOST_EVENTS} events: choose fewer, such as those of one calendar`,
  })
}
