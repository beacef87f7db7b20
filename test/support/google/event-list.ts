import { isObject, type Resource } from './api-table.ts'
import { type Call, getCalendar, type Handler, isOn } from './call.ts'
import { GoogleError, notFound } from './errors.ts'
import { type EventTime, instantOf } from './event-times.ts'
import { present } from './events.ts'
import { expandSeries, isSeries } from './recurrence.ts'
import { type Calendar } from './state.ts'

/** Documented: pages have 250 events, and never more than 2500. */
const PAGE = 250
const LARGEST_PAGE = 2500
/** The document's list of what may not stand beside a sync token. */
const NOT_WITH_SYNC = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
]

/** Content of a page token or a sync token. */
interface Position {
  calendarId: string
  /** A sync token: the list has the changes after this revision. */
  since?: number
  /** A page token: the number of events before the page. */
  offset?: number
  /** The calendar's revision at the first page: the sync token of the last page continues there. */
  revision: number
}

export const eventListMethods: Record<string, Handler> = {
  'events.list': (call) => {
    const { calendar } = getCalendar(call)
    return list(call, (since) => selectEvents(call, calendar, since))
  },

  'events.instances': (call) => {
    const { calendar } = getCalendar(call)
    const series = calendar.events.get(call.inPath.eventId!)
    if (!series) throw notFound()
    return list(call, () =>
      filter(call, calendar, instancesOf(calendar, series.fields), isOn(call, 'showDeleted')),
    )
  },
}

/** Returns a page of a list. `select` gets the revision after which changes are asked for, and all events otherwise. */
function list(call: Call, select: (since?: number) => Resource[]): Resource {
  const { calendar, role } = getCalendar(call)
  const { query } = call
  const page = readPosition(call, 'pageToken', calendar)
  if (query.has('syncToken')) checkSync(call)
  const since = page?.since ?? readPosition(call, 'syncToken', calendar)?.revision
  const revision = page?.revision ?? calendar.revision
  const found = select(since)
  const offset = page?.offset ?? 0
  const size = Math.min(Number(query.get('maxResults') ?? PAGE), LARGEST_PAGE)
  const items = found.slice(offset, offset + size)
  const position = { calendarId: calendar.id, revision, ...(since === undefined ? {} : { since }) }
  const zone = query.get('timeZone')
  return {
    kind: 'calendar#events',
    etag: calendar.etag,
    summary: calendar.fields.summary,
    description: calendar.fields.description ?? '',
    updated: new Date(call.state.now()).toISOString(),
    timeZone: zone ?? calendar.fields.timeZone,
    accessRole: role,
    defaultReminders: call.account.list.get(calendar.id)?.defaultReminders ?? [],
    items: items.map((fields) =>
      since !== undefined && fields.status === 'cancelled' ? onlyId(fields) : present(fields, zone),
    ),
    ...(offset + size < found.length
      ? { nextPageToken: writePosition({ ...position, offset: offset + size }) }
      : { nextSyncToken: writePosition({ calendarId: calendar.id, revision }) }),
  }
}

/** Returns the events of a list, in a stable order: that of their making, or the asked one. */
function selectEvents(call: Call, calendar: Calendar, since: number | undefined): Resource[] {
  const changed = [...calendar.events.values()].filter(
    ({ revision }) => since === undefined || revision > since,
  )
  const showDeleted = isOn(call, 'showDeleted') || since !== undefined || call.query.has('updatedMin')
  const all = changed.map(({ fields }) => fields)
  if (!isOn(call, 'singleEvents')) return filter(call, calendar, all, showDeleted)
  const singles = all.filter((fields) => !isSeries(fields) && fields.recurringEventId === undefined)
  const series = all.filter((fields) => isSeries(fields) && fields.status !== 'cancelled')
  const instances = series.flatMap((fields) => instancesOf(calendar, fields))
  return filter(call, calendar, [...singles, ...instances], showDeleted)
}

/** Returns the instances of a series, those that were changed as they are now. */
function instancesOf(calendar: Calendar, series: Resource): Resource[] {
  return expandSeries(series, calendar.fields.timeZone as string).map(
    (instance) => calendar.events.get(instance.id as string)?.fields ?? instance,
  )
}

function filter(call: Call, calendar: Calendar, events: Resource[], showDeleted: boolean): Resource[] {
  const { query } = call
  const zone = calendar.fields.timeZone as string
  const updatedMin = query.get('updatedMin')
  const [timeMin, timeMax] = readRange(query)
  const found = events.filter(
    (fields) =>
      (showDeleted || fields.status !== 'cancelled') &&
      (updatedMin === null || Date.parse(fields.updated as string) >= Date.parse(updatedMin)) &&
      (isSeries(fields) || instantOf(fields.end as EventTime, zone) > timeMin) &&
      instantOf(fields.start as EventTime, zone) < timeMax &&
      isAskedFor(fields, query),
  )
  return sort(found, query, zone)
}

function sort(found: Resource[], query: URLSearchParams, zone: string): Resource[] {
  const order = query.get('orderBy')
  if (order === 'updated') return found.sort((a, b) => compare(a.updated as string, b.updated as string))
  if (order !== 'startTime') return found
  if (query.get('singleEvents') !== 'true')
    throw new GoogleError(
      400,
      'badRequest',
      'The requested ordering is not available for the particular query.',
    )
  return found.sort((a, b) => instantOf(a.start as EventTime, zone) - instantOf(b.start as EventTime, zone))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function isAskedFor(fields: Resource, query: URLSearchParams): boolean {
  const uid = query.get('iCalUID')
  const text = query.get('q')?.toLowerCase()
  const texts = [fields.summary, fields.description, fields.location]
  return (
    (uid === null || fields.iCalUID === uid) &&
    (text === undefined ||
      texts.some((part) => typeof part === 'string' && part.toLowerCase().includes(text))) &&
    hasProperties(fields, 'private', query.getAll('privateExtendedProperty')) &&
    hasProperties(fields, 'shared', query.getAll('sharedExtendedProperty'))
  )
}

function hasProperties(fields: Resource, kind: 'private' | 'shared', wanted: string[]): boolean {
  const { extendedProperties } = fields
  const properties = isObject(extendedProperties) ? extendedProperties[kind] : undefined
  return wanted.every((pair) => {
    const [name, ...value] = pair.split('=')
    return isObject(properties) && properties[name!] === value.join('=')
  })
}

/** Bounds of a list in milliseconds; both are exclusive. */
function readRange(query: URLSearchParams): [min: number, max: number] {
  const read = (name: string, otherwise: number) => {
    const text = query.get(name)
    if (text === null) return otherwise
    if (!/(Z|[+-]\d\d:\d\d)$/.test(text)) throw new GoogleError(400, 'badRequest', 'Bad Request')
    return Date.parse(text)
  }
  const min = read('timeMin', -Infinity)
  const max = read('timeMax', Infinity)
  if (min >= max)
    throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.', 'calendar')
  return [min, max]
}

function checkSync({ query }: Call): void {
  const wrong = NOT_WITH_SYNC.find((name) => query.has(name))
  if (wrong !== undefined)
    throw new GoogleError(400, 'badRequest', `Sync token cannot be used with ${wrong}.`)
  if (query.get('showDeleted') === 'false')
    throw new GoogleError(400, 'badRequest', 'Sync token cannot be used with showDeleted=false.')
}

function readPosition(call: Call, name: 'pageToken' | 'syncToken', calendar: Calendar): Position | undefined {
  const text = call.query.get(name)
  if (text === null) return undefined
  const position = parsePosition(text)
  if (position?.calendarId !== calendar.id) throw new GoogleError(400, 'invalid', `Invalid ${name}.`)
  if (name === 'syncToken' && position.revision < calendar.oldestRevision)
    throw new GoogleError(
      410,
      'fullSyncRequired',
      'Sync token is no longer valid, a full sync is required.',
      'calendar',
    )
  return position
}

function parsePosition(text: string): Position | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Position
  } catch {
    return undefined
  }
}

function writePosition(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** A deleted event in a list of changes: Google guarantees nothing but its id. */
function onlyId({ kind, etag, id, status }: Resource): Resource {
  return { kind, etag, id, status }
}
