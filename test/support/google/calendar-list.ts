import { isObject, type Resource } from './api-table.ts'
import {
  type Call,
  checkVersion,
  getCalendar,
  type Handler,
  isOn,
  patchFields,
  withoutReadOnly,
} from './call.ts'
import { CALENDAR_COLORS } from './colors.ts'
import { invalid, notFound } from './errors.ts'
import { type Calendar } from './state.ts'

/** Fields of an entry that come from the calendar or from Google. */
const READ_ONLY = [
  'kind',
  'etag',
  'id',
  'accessRole',
  'autoAcceptInvitations',
  'conferenceProperties',
  'dataOwner',
  'deleted',
  'description',
  'location',
  'primary',
  'summary',
  'timeZone',
]
const PAGE = 100
const LARGEST_PAGE = 250

/** The methods of `calendarList`. `list` and `insert` are not for `calendar.app.created`; readers use `list`. */
export const calendarListMethods: Record<string, Handler> = {
  'calendarList.list': (call) => {
    const { account, state, query } = call
    const offset = Number(query.get('pageToken') ?? 0)
    const size = Math.min(Number(query.get('maxResults') ?? PAGE), LARGEST_PAGE)
    const shown = [...account.list].filter(([, entry]) => entry.hidden !== true || isOn(call, 'showHidden'))
    const items = shown.slice(offset, offset + size).map(([id, entry]) => {
      const calendar = state.calendars.get(id)!
      return present(call, calendar, entry, getCalendar({ ...call, inPath: { calendarId: id } }).role)
    })
    return {
      kind: 'calendar#calendarList',
      etag: state.nextEtag(),
      ...(offset + size < shown.length ? { nextPageToken: String(offset + size) } : {}),
      items,
    }
  },

  'calendarList.get': (call) => {
    const { calendar, role, entry } = getEntry(call)
    return present(call, calendar, entry, role)
  },

  'calendarList.patch': (call) => {
    const { calendar, role, entry } = getEntry(call)
    return change(call, calendar, role, patchFields(entry, withoutReadOnlyNames(call.body)))
  },

  'calendarList.update': (call) => {
    const { calendar, role } = getEntry(call)
    return change(call, calendar, role, withoutReadOnly(call.body, READ_ONLY))
  },

  'calendarList.delete': (call) => {
    const { calendar } = getEntry(call)
    call.account.list.delete(calendar.id)
    return undefined
  },
}

function getEntry(call: Call) {
  const { calendar, role } = getCalendar(call)
  const entry = call.account.list.get(calendar.id)
  if (!entry) throw notFound()
  return { calendar, role, entry }
}

function change(call: Call, calendar: Calendar, role: string, fields: Resource): Resource {
  checkVersion(call, etagOf(calendar, call.account.list.get(calendar.id)!))
  const entry = { ...withColors(call, fields), etag: call.state.nextEtag() }
  call.account.list.set(calendar.id, entry)
  return present(call, calendar, entry, role)
}

/** Colours by value need `colorRgbFormat=true`; without it Google leaves them as they are. */
function withColors(call: Call, fields: Resource): Resource {
  const { colorId, backgroundColor, foregroundColor, ...others } = fields
  const asked = { backgroundColor: call.body.backgroundColor, foregroundColor: call.body.foregroundColor }
  if (isOn(call, 'colorRgbFormat')) {
    if ((asked.backgroundColor === undefined) !== (asked.foregroundColor === undefined))
      throw invalid('backgroundColor and foregroundColor are needed together.')
    for (const color of Object.values(asked))
      if (color !== undefined && !/^#[0-9a-f]{6}$/i.test(color as string))
        throw invalid('Invalid color value.')
    return { colorId: colorId ?? '14', backgroundColor, foregroundColor, ...others }
  }
  if (typeof colorId === 'string' && !CALENDAR_COLORS[colorId]) throw invalid('Invalid color id value.')
  const before = call.account.list.get(call.inPath.calendarId!) ?? {}
  if (call.body.colorId !== undefined) return { ...others, colorId }
  const kept = isObject(before) ? before : {}
  return {
    ...others,
    colorId: kept.colorId,
    backgroundColor: kept.backgroundColor,
    foregroundColor: kept.foregroundColor,
  }
}

function withoutReadOnlyNames(body: Resource): Resource {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !READ_ONLY.includes(name)))
}

function etagOf(calendar: Calendar, entry: Resource): string {
  return typeof entry.etag === 'string' ? entry.etag : calendar.etag
}

function present(call: Call, calendar: Calendar, entry: Resource, accessRole: string): Resource {
  const { id, owner, fields } = calendar
  const color = CALENDAR_COLORS[entry.colorId as string]
  return {
    kind: 'calendar#calendarListEntry',
    id,
    ...fields,
    ...entry,
    etag: etagOf(calendar, entry),
    backgroundColor: entry.backgroundColor ?? color?.background,
    foregroundColor: entry.foregroundColor ?? color?.foreground,
    accessRole,
    ...(id === call.account.email ? { primary: true } : { dataOwner: owner }),
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  }
}
