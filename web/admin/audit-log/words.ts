import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { differencesOf } from '../events/event-differences.ts'
import { list } from '../kit/format.ts'
import { recordLabel } from '../kit/record-labels.ts'
import { words } from '../words/index.ts'

/** Names of what entries are about, by the kind of the subject. */
const SUBJECTS: Record<string, string> = {
  account: words.auditLog.account,
  alert: words.auditLog.alert,
  'alert-rule': words.auditLog.alertRule,
  'api-key': words.kit.apiKey,
  calendar: words.auditLog.calendar,
  callback: words.auditLog.callback,
  category: words.auditLog.category,
  credentials: words.auditLog.credentials,
  delivery: words.auditLog.delivery,
  event: words.auditLog.event,
  events: words.auditLog.someEvents,
  series: words.auditLog.series,
  google: words.auditLog.googleAccount,
  import: words.auditLog.import,
  person: words.auditLog.person,
  publisher: words.auditLog.publisher,
  subscriber: words.auditLog.subscriber,
  subscribers: words.auditLog.someSubscribers,
  segment: words.auditLog.segment,
  widget: words.overview.widget,
}

/** The places of the admin portal that changes are about, by the first word of the action. */
export const ABOUT: { value: string; label: string }[] = [
  { value: 'account', label: words.shell.accounts },
  { value: 'alert', label: words.auditLog.alerts },
  { value: 'alert-rule', label: words.auditLog.alertRules },
  { value: 'api-key', label: words.auditLog.apiKeys },
  { value: 'calendar', label: words.shell.calendars },
  { value: 'callback', label: words.auditLog.callbacks },
  { value: 'category', label: words.auditLog.categories },
  { value: 'credentials', label: words.auditLog.clients },
  { value: 'delivery', label: words.auditLog.deliveries },
  { value: 'event', label: words.shell.events },
  { value: 'series', label: words.auditLog.seriesOfEvents },
  { value: 'google', label: words.shell.google },
  { value: 'import', label: words.auditLog.imports },
  { value: 'source', label: words.auditLog.sources },
  { value: 'person', label: words.shell.people },
  { value: 'publisher', label: words.auditLog.publisher },
  { value: 'session', label: words.auditLog.signingIn },
  { value: 'subscriber', label: words.shell.subscribers },
  { value: 'subscribers', label: words.auditLog.lists },
  { value: 'segment', label: words.auditLog.segments },
  { value: 'widget', label: words.overview.widgets },
]

/** `Widget changed`, of `widget.change`. A newer service may know more actions than an open page. */
export function actionName(action: string): string {
  const name: unknown = (words.auditLog as Record<string, unknown>)[action]
  return typeof name === 'string' ? name : action
}

/** `API key`, of `api-key`. */
export function subjectName(kind: string): string {
  return SUBJECTS[kind] ?? kind
}

export const ACTOR_KINDS: Record<LogEntry['actor']['kind'], string> = {
  user: words.auditLog.person,
  'api-key': words.kit.apiKey,
  system: words.auditLog.service,
}

/** What acts by itself, by the id that entries have. */
const SYSTEM_ACTORS: Record<string, string> = {
  'sign-in': words.auditLog.somebody,
  'command-line': words.auditLog.commandLine,
  sources: words.auditLog.sources,
  alerts: words.auditLog.alerts,
}

/** The name of who made a change. */
export function actorName({ kind, id, name }: LogEntry['actor']): string {
  return (kind === 'system' && SYSTEM_ACTORS[id]) || name
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
        : [
            {
              name: words.auditLog.event,
              before: then ? words.auditLog.there : words.auditLog.notThere,
              after: now ? words.auditLog.there : words.auditLog.deleted,
            },
          ]
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
      .map(({ name, was, is }) => ({
        name: recordLabel(name.replace(/Hash$/, '')),
        before: was?.shown,
        after: is?.shown,
      }))
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
  if (value === true) return words.auditLog.yes
  if (value === false) return words.auditLog.no
  if (value === null || value === '') return words.auditLog.empty
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length > 0 ? list(value.map(String)) : words.auditLog.none
  return typeof value === 'string' ? value : JSON.stringify(value)
}
