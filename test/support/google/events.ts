import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Resource } from './api-table.ts'
import { type Call, checkVersion, getCalendar, getWritable, type Handler, patchFields } from './call.ts'
import { GoogleError, invalid, notFound } from './errors.ts'
import { checkFields, checkId } from './event-fields.ts'
import { type EventTime, timeInZone } from './event-times.ts'
import { expandSeries, isSeries } from './recurrence.ts'
import { type Calendar, type StoredEvent } from './state.ts'

/** The methods of `events` that read or change one event. Lists stand in event-list.ts. */
export const eventMethods: Record<string, Handler> = {
  'events.insert': (call) => {
    const calendar = getWritable(call)
    const { id, iCalUID } = call.body
    // The document: "only one of them should be supplied at event creation time".
    if (typeof id === 'string' && typeof iCalUID === 'string')
      throw invalid('Only one of id and iCalUID is accepted.')
    return insert(call, calendar, typeof id === 'string' ? checkId(id) : newId())
  },

  'events.import': (call) => {
    const calendar = getWritable(call)
    if (call.body.id !== undefined && call.body.id !== null)
      throw invalid('Only one of id and iCalUID is accepted.')
    const known = [...calendar.events.values()].find(({ fields }) => fields.iCalUID === call.body.iCalUID)
    return known ? replace(call, calendar, known, call.body) : insert(call, calendar, newId())
  },

  'events.get': (call) => {
    const { calendar } = getCalendar(call)
    const { fields } = getEvent(call, calendar)
    return present(fields, call.query.get('timeZone'))
  },

  'events.update': (call) => {
    const calendar = getWritable(call)
    return replace(call, calendar, getEvent(call, calendar), call.body)
  },

  'events.patch': (call) => {
    const calendar = getWritable(call)
    const event = getEvent(call, calendar)
    return replace(call, calendar, event, patchFields(event.fields, call.body))
  },

  'events.delete': (call) => {
    const calendar = getWritable(call)
    const event = getEvent(call, calendar)
    if (event.fields.status === 'cancelled')
      throw new GoogleError(410, 'deleted', 'Resource has been deleted')
    checkVersion(call, event.fields.etag as string)
    store(call, calendar, event, { ...event.fields, status: 'cancelled' })
    return undefined
  },
}

function getEvent(call: Call, calendar: Calendar): StoredEvent {
  const id = call.inPath.eventId!
  const event = calendar.events.get(id) ?? findInstance(calendar, id)
  if (!event) throw notFound()
  return event
}

/** Returns an instance of a series that nobody has changed yet; it is stored with its first change. */
function findInstance(calendar: Calendar, id: string): StoredEvent | undefined {
  const series = calendar.events.get(id.slice(0, Math.max(0, id.lastIndexOf('_'))))
  if (!series || !isSeries(series.fields)) return undefined
  const instances = expandSeries(series.fields, calendar.fields.timeZone as string)
  const fields = instances.find((instance) => instance.id === id)
  return fields && { fields, revision: 0 }
}

/** An id that is in use refuses, also that of a deleted event. */
function insert(call: Call, calendar: Calendar, id: string): Resource {
  if (calendar.events.has(id))
    throw new GoogleError(409, 'duplicate', 'The requested identifier already exists.')
  const { state, account, body } = call
  const event: StoredEvent = { fields: {}, revision: 0 }
  const checked = checkFields({ iCalUID: `${id}@google.com`, sequence: 0, ...body }, calendar)
  store(call, calendar, event, {
    ...checked,
    id,
    created: new Date(state.now()).toISOString(),
    htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(`${id} ${calendar.id}`).toString('base64url')}`,
    creator: { email: account.email },
    organizer: { email: calendar.id, displayName: calendar.fields.summary, self: true },
  })
  return present(event.fields, null)
}

/** Replaces an event. A deleted one lives again, unless the change leaves its status as it is. */
function replace(call: Call, calendar: Calendar, event: StoredEvent, body: Resource): Resource {
  const before = event.fields
  checkVersion(call, before.etag as string)
  if (typeof body.id === 'string' && body.id !== before.id) throw invalid('The id of an event is immutable.')
  const { iCalUID = before.iCalUID } = body
  if (iCalUID !== before.iCalUID) throw invalid('The iCalUID of an event is immutable.')
  const fields = checkFields({ ...body, iCalUID }, calendar)
  const { sequence: known = 0 } = before as { sequence?: number }
  const { sequence } = call.body as { sequence?: number | null }
  if (typeof sequence === 'number' && sequence < known)
    throw invalid(
      'Invalid sequence value. The specified sequence number is below the current sequence number of the resource. Re-fetch the resource and use its sequence number on the following request.',
    )
  const moved = ['start', 'end', 'recurrence'].some((name) => !isDeepStrictEqual(fields[name], before[name]))
  const { id, created, htmlLink, creator, organizer, recurringEventId, originalStartTime } = before
  store(call, calendar, event, {
    ...fields,
    // Google counts on by itself if the time changed and the request names no number.
    sequence: sequence ?? known + (moved ? 1 : 0),
    ...{ id, created, htmlLink, creator, organizer },
    ...(recurringEventId === undefined ? {} : { recurringEventId, originalStartTime }),
  })
  return present(event.fields, null)
}

function store({ state }: Call, calendar: Calendar, event: StoredEvent, fields: Resource): void {
  event.fields = {
    kind: 'calendar#event',
    ...fields,
    etag: state.nextEtag(),
    updated: new Date(state.now()).toISOString(),
  }
  event.revision = ++calendar.revision
  calendar.events.set(fields.id as string, event)
}

/** Returns an event as the API shows it, its times in the reader's zone if there is one. */
export function present(fields: Resource, zone: string | null): Resource {
  if (zone === null) return fields
  const { start, end } = fields as { start: EventTime; end: EventTime }
  return { ...fields, start: timeInZone(start, zone), end: timeInZone(end, zone) }
}

function newId(): string {
  return randomUUID().replaceAll('-', '')
}
