import { type ApiMethod, fullScope, isObject, type Resource } from './api-table.ts'
import { GoogleError, notFound } from './errors.ts'
import { type Account, type Calendar, type GoogleState } from './state.ts'
import { type AccessToken } from './tokens.ts'

/** A checked request to a method of the API. */
export interface Call {
  state: GoogleState
  method: ApiMethod
  account: Account
  token: AccessToken
  inPath: Record<string, string>
  query: URLSearchParams
  body: Resource
  ifMatch?: string | undefined
  /** Called if the request is for a calendar of the person's own, which the scope doesn't open. */
  reportOutside: (calendarId: string) => void
}

/** The response to a call. Without a body it is empty, 204. */
export type Reply = Resource | undefined

export type Handler = (call: Call) => Reply

const APP_CREATED = fullScope('calendar.app.created')
const ROLES = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner']

/** Returns the calendar of a call and the person's role in it. 404 if it isn't there for this person and application. */
export function getCalendar(call: Call): { calendar: Calendar; role: string } {
  const { state, account, token, method } = call
  const id = call.inPath.calendarId === 'primary' ? account.email : call.inPath.calendarId!
  const calendar = state.calendars.get(id)
  if (!calendar) throw notFound()
  const rules = [calendar.acl.get(`user:${account.email}`), calendar.acl.get('default')]
  const role = ROLES[Math.max(...rules.map((rule) => ROLES.indexOf(rule?.role ?? 'none')))]
  const opening = token.scopes.filter((scope) => method.scopes.map(fullScope).includes(scope))
  const opensOwn = opening.length === 1 && opening[0] === APP_CREATED
  if (opensOwn && calendar.clientId !== token.clientId) {
    call.reportOutside(id)
    throw notFound()
  }
  if (role === undefined) throw notFound()
  return { calendar, role }
}

/** Returns the calendar of a call that changes it, or refuses with 403 if the person may not. */
export function getWritable(call: Call, least: 'writer' | 'owner' = 'writer'): Calendar {
  const { calendar, role } = getCalendar(call)
  if (ROLES.indexOf(role) < ROLES.indexOf(least))
    throw new GoogleError(
      403,
      'requiredAccessLevel',
      `You need to have ${least} access to this calendar.`,
      'calendar',
    )
  return calendar
}

/** Refuses a change for which `If-Match` names another version: 412. */
export function checkVersion(call: Call, etag: string): void {
  const { ifMatch } = call
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etag)
    throw new GoogleError(412, 'conditionNotMet', 'Precondition Failed')
}

/** Puts the fields of `change` over `fields`: lists are replaced, objects merged, `null` removes a field. */
export function patchFields(fields: Resource, change: Resource): Resource {
  const patched = { ...fields }
  for (const [name, value] of Object.entries(change)) {
    const before = patched[name]
    if (value === null) delete patched[name]
    else if (isObject(value) && isObject(before)) patched[name] = patchFields(before, value)
    else patched[name] = value
  }
  return patched
}

/** Returns the fields whose value is neither null nor one of these names, which only Google writes. */
export function withoutReadOnly(fields: Resource, readOnly: readonly string[]): Resource {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && !readOnly.includes(name)),
  )
}

/** Reads a switch of the query. */
export function isOn(call: Call, name: string): boolean {
  return call.query.get(name) === 'true'
}
