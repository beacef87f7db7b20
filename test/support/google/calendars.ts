import { type Resource } from './api-table.ts'
import {
  type Call,
  checkVersion,
  getCalendar,
  getWritable,
  type Handler,
  patchFields,
  withoutReadOnly,
} from './call.ts'
import { GoogleError, invalid } from './errors.ts'
import { type Calendar } from './state.ts'

const READ_ONLY = ['kind', 'etag', 'id', 'dataOwner']

/** The methods of `calendars`. */
export const calendarMethods: Record<string, Handler> = {
  'calendars.insert': (call) => {
    const { state, account, token, body } = call
    const fields = { timeZone: 'UTC', ...checkFields(withoutReadOnly(body, READ_ONLY)) }
    return present(state.addCalendar(state.newCalendarId(), account.email, fields, token.clientId))
  },

  'calendars.get': (call) => present(getCalendar(call).calendar),

  'calendars.patch': (call) => {
    const calendar = getWritable(call, 'owner')
    return change(call, calendar, patchFields(calendar.fields, withoutNames(call.body)))
  },

  'calendars.update': (call) => {
    const calendar = getWritable(call, 'owner')
    const { timeZone } = calendar.fields
    return change(call, calendar, { timeZone, ...withoutReadOnly(call.body, READ_ONLY) })
  },

  'calendars.delete': (call) => {
    const calendar = getWritable(call, 'owner')
    if (calendar.id === calendar.owner)
      throw new GoogleError(403, 'cannotDeletePrimaryCalendar', 'Cannot delete primary calendar.', 'calendar')
    checkVersion(call, calendar.etag)
    call.state.deleteCalendar(calendar.id)
    return undefined
  },
}

function change(call: Call, calendar: Calendar, fields: Resource): Resource {
  checkVersion(call, calendar.etag)
  calendar.fields = checkFields(fields)
  calendar.etag = call.state.nextEtag()
  return present(calendar)
}

function checkFields(fields: Resource): Resource {
  const { summary, timeZone } = fields
  if (typeof summary !== 'string' || summary.trim() === '')
    throw new GoogleError(400, 'required', 'Missing title.')
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) throw invalid(`Invalid time zone: ${timeZone}.`)
  return fields
}

const knownZones = new Set<string>()

/** Whether a name is one of the IANA database. Names are kept: the question takes long, and each event asks it. */
export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    if (/^[+-]/.test(name)) return false
    knownZones.add(name)
    return true
  } catch {
    return false
  }
}

function withoutNames(body: Resource): Resource {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !READ_ONLY.includes(name)))
}

/** Secondary calendars name their `dataOwner`; one without would be deleted by Google. */
function present(calendar: Calendar): Resource {
  const { id, owner, etag, fields } = calendar
  return {
    kind: 'calendar#calendar',
    etag,
    id,
    ...fields,
    ...(id === owner ? {} : { dataOwner: owner }),
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  }
}
