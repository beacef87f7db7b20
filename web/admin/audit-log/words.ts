import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { differencesOf } from '../events/event-differences.ts'

/** Names of actions. The names of other actions are made from subject and verb. */
const ACTIONS: Record<string, string> = {
  'person.invite': 'Person invited',
  'person.invite-again': 'Invitation sent again',
  'person.password': 'Password changed',
  'person.remove': 'Person removed',
  'person.totp-enrol': 'Set-up of authenticator codes started',
  'person.totp': 'Authenticator codes switched on',
  'person.backup-codes': 'New backup codes',
  'session.start': 'Signed in',
  'session.refuse': 'Sign-in refused',
  'session.end': 'Signed out',
  'session.end-others': 'Other sessions ended',
  'callback.test': 'Test sent to callback',
  'callback.replay': 'Notifications resent',
  'delivery.retry': 'Delivery retried',
  'event.change-all': 'Events changed in bulk',
  'event.delete-all': 'Events deleted in bulk',
  'event.undo': 'Change of an event undone',
  'event.undo-all': 'Bulk change undone',
  'series.create': 'Series created',
  'series.change': 'Series changed',
  'series.delete': 'Dates of a series deleted',
  'series.undo': 'Change of a series undone',
  'alert.tell': 'Subscribers told of a change',
  'alert.agree': 'Agreed to an alert',
  'alert.dismiss': 'Alert stopped',
  'alert-rule.create': 'Rule of alerts created',
  'alert-rule.change': 'Rule of alerts changed',
  'alert-rule.delete': 'Rule of alerts deleted',
  'import.run': 'Import run',
  'import.forget': 'Import forgotten',
  'source.create': 'Source added',
  'source.update': 'Source changed',
  'source.delete': 'Source stopped',
  'source.run': 'Source read',
  'source.keep': 'Events of a source kept',
  'source.answer': 'Questions of a source answered',
  'subscriber.calendars': 'Calendars of a subscriber changed',
  'subscriber.mail-link': 'Link e-mailed to a subscriber',
  'subscriber.rotate': 'Links of a subscriber replaced',
  'subscriber.end-link': 'A link of a subscriber ended',
  'subscriber.export': 'Data of a subscriber downloaded',
  'subscribers.export': 'Subscribers downloaded',
  'publisher.set-up': 'Service set up',
  'publisher.change': 'Publisher settings changed',
}
const VERBS: Record<string, string> = {
  create: 'created',
  change: 'changed',
  delete: 'deleted',
  remove: 'removed',
  erase: 'erased',
  export: 'downloaded',
  unsubscribe: 'unsubscribed',
  end: 'ended',
}

/** The places of the admin portal that changes are about, by the first word of the action. */
export const ABOUT: { value: string; label: string }[] = [
  { value: 'account', label: 'Sub-accounts' },
  { value: 'alert', label: 'Alerts' },
  { value: 'alert-rule', label: 'Rules of alerts' },
  { value: 'api-key', label: 'API keys' },
  { value: 'calendar', label: 'Calendars' },
  { value: 'callback', label: 'Callbacks' },
  { value: 'category', label: 'Categories' },
  { value: 'delivery', label: 'Deliveries' },
  { value: 'event', label: 'Events' },
  { value: 'series', label: 'Series of events' },
  { value: 'import', label: 'Imports' },
  { value: 'person', label: 'People' },
  { value: 'publisher', label: 'Publisher' },
  { value: 'session', label: 'Signing in' },
  { value: 'subscriber', label: 'Subscribers' },
  { value: 'subscribers', label: 'Lists of subscribers' },
  { value: 'widget', label: 'Widgets' },
]

/** `Widget changed`, of `widget.change`. */
export function actionName(action: string): string {
  const [kind = '', verb = ''] = action.split('.')
  return ACTIONS[action] ?? `${subjectName(kind)} ${VERBS[verb] ?? `· ${verb.replaceAll('-', ' ')}`}`
}

/** `API key`, of `api-key`. */
export function subjectName(kind: string): string {
  if (kind === 'api-key') return 'API key'
  return (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ')
}

export const ACTOR_KINDS: Record<LogEntry['actor']['kind'], string> = {
  user: 'Person',
  'api-key': 'API key',
  system: 'Service',
}

/** Actions whose entries hold how events were. */
const UNDOABLE = new Set(
  ['create', 'change', 'delete', 'undo', 'change-all', 'delete-all', 'undo-all'].map(
    (verb) => `event.${verb}`,
  ),
)

/** True for an entry about events that may be undone, as far as one can tell without asking. */
export function isUndoable({ action, before, after }: LogEntry): boolean {
  return UNDOABLE.has(action) && (before !== null || after !== null)
}

export interface ChangedEvent {
  id: string
  name: string
  fields: ChangedField[]
}

type Recorded = Pick<LogEntry, 'before' | 'after'>

/** Returns the name of a calendar by its id. */
type CalendarName = (id: string) => string

/** The events of an entry about several, before and after; undefined for entries without recorded events. */
export function changedEvents(
  { before, after }: Recorded,
  calendarName: CalendarName = (id) => id,
): ChangedEvent[] | undefined {
  const [earlier, later] = [before?.events, after?.events]
  if (!isRecord(earlier) || !isRecord(later)) return undefined
  return Object.keys({ ...earlier, ...later }).map((id) => {
    const [then, now] = [earlier[id], later[id]] as (Record<string, unknown> | undefined)[]
    const fields =
      then && now
        ? eventFields(then, now, calendarName)
        : [{ name: 'Event', before: then ? 'there' : 'not there', after: now ? 'there' : 'deleted' }]
    return { id, name: valueText((now ?? then)!.name), fields }
  })
}

/** The fields in which an event differs, in words. */
export function eventFields(before: object, after: object, calendarName: CalendarName): ChangedField[] {
  const differences = differencesOf({ ...before }, { ...after }, calendarName)
  return differences.map(({ label, ...texts }) => ({ name: label, ...texts }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export interface ChangedField {
  name: string
  before: string | undefined
  after: string | undefined
}

/**
 * The fields that differ; `before` or `after` is undefined where the field was missing. With `calendarName` they have
 * names of calendars instead of ids.
 */
export function changedFields(
  { before, after }: Recorded,
  calendarName: CalendarName = (id) => id,
): ChangedField[] {
  const [earlier, later] = [flatten(before ?? {}, calendarName), flatten(after ?? {}, calendarName)]
  return (
    [...new Set([...earlier.keys(), ...later.keys()])]
      .map((name) => ({ name, was: earlier.get(name), is: later.get(name) }))
      .filter(({ was, is }) => was?.recorded !== is?.recorded)
      // The password is stored as a hash, which is no word for people.
      .map(({ name, was, is }) => ({ name: name.replace(/Hash$/, ''), before: was?.shown, after: is?.shown }))
  )
}

interface FieldTexts {
  /** With ids, by which values are compared: two calendars may have the same name. */
  recorded: string
  shown: string
}

/** Fields of records of any kind that have ids of calendars. */
const OF_CALENDARS = new Set(['calendarId', 'calendarIds', 'alsoIn'])

/** Fields within fields by their path: `settings.minimumAge`. */
function flatten(fields: object, calendarName: CalendarName, path = ''): Map<string, FieldTexts> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]): [string, FieldTexts][] => {
      const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
      if (isObject) return [...flatten(value, calendarName, `${path}${name}.`)]
      const shown = OF_CALENDARS.has(name) ? namedCalendars(value, calendarName) : value
      return [[path + name, { recorded: valueText(value), shown: valueText(shown) }]]
    }),
  )
}

function namedCalendars(value: unknown, calendarName: CalendarName): unknown {
  if (Array.isArray(value)) return value.map((id) => namedCalendars(id, calendarName))
  return typeof value === 'string' && value !== '' ? calendarName(value) : value
}

export function valueText(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (value === null || value === '') return 'empty'
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length > 0 ? value.join(', ') : 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
