import { isObject, type Resource } from './api-table.ts'
import { withoutReadOnly } from './call.ts'
import { GoogleError, invalid } from './errors.ts'
import { checkTimes } from './event-times.ts'
import { checkRecurrence } from './recurrence.ts'
import { type Calendar } from './state.ts'

const READ_ONLY = [
  'kind',
  'etag',
  'htmlLink',
  'created',
  'updated',
  'creator',
  'organizer',
  'hangoutLink',
  'locked',
  'privateCopy',
]
const ID = /^[0-9a-v]{5,1024}$/
const ENUMS: Record<string, string[]> = {
  status: ['confirmed', 'tentative', 'cancelled'],
  transparency: ['opaque', 'transparent'],
  visibility: ['default', 'public', 'private', 'confidential'],
}
const MOST_REMINDERS = 5
const FOUR_WEEKS = 40_320
const EVENT_COLORS = 11

/** Refuses an id outside Google's alphabet: base32hex in lower case, RFC 4648 section 7, 5 to 1024 characters. */
export function checkId(id: string): string {
  if (!ID.test(id)) throw invalid('Invalid resource id value.')
  return id
}

/** Checks the fields of a whole event and returns those that are stored, with Google's defaults. */
export function checkFields(body: Resource, calendar: Calendar): Resource {
  const fields = withoutReadOnly(body, READ_ONLY)
  for (const [name, values] of Object.entries(ENUMS)) {
    const value = fields[name]
    if (typeof value === 'string' && !values.includes(value)) throw invalid(`Invalid ${name} value.`)
  }
  checkColor(fields.colorId)
  checkSource(fields.source)
  if (typeof fields.sequence === 'number' && fields.sequence < 0) throw invalid('Invalid sequence value.')
  const checked = {
    status: 'confirmed',
    eventType: 'default',
    ...fields,
    ...checkTimes(fields, calendar.fields.timeZone as string),
    reminders: checkReminders(fields.reminders),
  }
  checkRecurrence(checked)
  return checked
}

/** Reminders are the calendar's, or at most five of the event, up to four weeks before it. */
function checkReminders(reminders: unknown): Resource {
  if (!isObject(reminders)) return { useDefault: true }
  const { useDefault = false, overrides } = reminders
  if (!Array.isArray(overrides)) return { useDefault }
  if (useDefault === true && overrides.length > 0)
    throw new GoogleError(
      400,
      'cannotUseDefaultRemindersAndSpecifyOverride',
      'Cannot specify both default reminders and overrides at the same time.',
      'calendar',
    )
  if (overrides.length > MOST_REMINDERS)
    throw new GoogleError(
      400,
      'eventExceededMaxReminders',
      'An event can have at most 5 reminders.',
      'calendar',
    )
  for (const { method, minutes } of overrides as { method?: unknown; minutes?: unknown }[]) {
    if (method !== 'popup' && method !== 'email') throw invalid('Invalid reminder method.')
    if (typeof minutes !== 'number' || minutes < 0 || minutes > FOUR_WEEKS)
      throw invalid('Invalid reminder minutes.')
  }
  return { useDefault, overrides }
}

function checkColor(colorId: unknown): void {
  if (colorId === undefined) return
  const number = Number(colorId)
  if (!Number.isInteger(number) || number < 1 || number > EVENT_COLORS)
    throw invalid('Invalid color id value.')
}

function checkSource(source: unknown): void {
  if (!isObject(source) || source.url === undefined) return
  if (!/^https?:\/\//.test(source.url as string)) throw invalid('Invalid source URL.')
}
