import { RequestWindows } from '../request-windows.ts'
import { aclMethods } from './acl.ts'
import { checkBody, checkQuery, findMethod, fullScope, type Resource, SERVICE_PATH } from './api-table.ts'
import { calendarListMethods } from './calendar-list.ts'
import { calendarMethods } from './calendars.ts'
import { type Call, type Handler } from './call.ts'
import { colorMethods } from './colors.ts'
import { GoogleError, notFound, outsideScope, tooFast, unauthorized } from './errors.ts'
import { eventListMethods } from './event-list.ts'
import { eventMethods } from './events.ts'
import { type Faults } from './faults.ts'
import { type Quota } from './quota.ts'
import { type GoogleState } from './state.ts'
import { type AccessToken, type Tokens } from './tokens.ts'

/** A request, by itself or as a part of a batch. Names of headers are in lower case. */
export interface ApiRequest {
  verb: string
  /** Path and query. */
  target: string
  headers: Record<string, string | undefined>
  text: string
}

export interface ApiResponse {
  status: number
  headers: Record<string, string>
  text: string
}

/** A request that was answered, in the order of answers. */
export interface RecordedCall {
  at: number
  method: string
  email?: string
  calendarId?: string
  eventId?: string
  inBatch: boolean
  status: number
  reason?: string
}

/** Something that a client must never do. */
export interface Violation {
  at: number
  kind: 'project-quota' | 'user-quota' | 'outside' | 'scope' | 'unknown-method'
  detail: string
}

const MINUTE = 60_000

const handlers: Record<string, Handler> = {
  ...calendarMethods,
  ...calendarListMethods,
  ...eventMethods,
  ...eventListMethods,
  ...aclMethods,
  ...colorMethods,
}

/** The Calendar API: each request is identified, counted, compared with the table and given to its method. */
export class CalendarApi {
  readonly calls: RecordedCall[] = []
  readonly violations: Violation[] = []
  readonly projectWindows = new RequestWindows(MINUTE)
  readonly userWindows = new RequestWindows(MINUTE)
  readonly #state: GoogleState
  readonly #tokens: Tokens
  readonly #faults: Faults
  readonly #quota: Quota

  constructor(state: GoogleState, tokens: Tokens, faults: Faults, quota: Quota) {
    this.#state = state
    this.#tokens = tokens
    this.#faults = faults
    this.#quota = quota
  }

  answer(request: ApiRequest, inBatch: boolean): ApiResponse {
    const record: RecordedCall = { at: this.#state.now(), method: 'unknown', inBatch, status: 200 }
    this.calls.push(record)
    try {
      const reply = this.#run(request, record)
      record.status = reply ? 200 : 204
      return toResponse(record.status, reply)
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error
      record.status = error.code
      if (error.reason !== 'notModified') record.reason = error.reason
      return toResponse(error.code, error.code === 304 ? undefined : error.toBody())
    }
  }

  #run(request: ApiRequest, record: RecordedCall): Resource | undefined {
    const url = new URL(request.target, 'http://localhost')
    const found = url.pathname.startsWith(SERVICE_PATH)
      ? findMethod(request.verb, url.pathname.slice(SERVICE_PATH.length))
      : undefined
    if (!found) {
      this.#report('unknown-method', `${request.verb} ${url.pathname}`)
      throw notFound()
    }
    const { method, inPath } = found
    Object.assign(record, { method: method.name, ...inPath })
    const token = this.#identify(request)
    record.email = token.email
    this.#count(token)
    if (!method.scopes.some((scope) => token.scopes.includes(fullScope(scope)))) {
      this.#report('scope', method.name)
      throw outsideScope()
    }
    this.#faults.beforeWork(method.name, record.inBatch)
    checkQuery(method, url.searchParams)
    const handler = handlers[method.name]
    if (!handler) throw new GoogleError(501, 'notImplemented', `This fake has no ${method.name}.`)
    const call: Call = {
      state: this.#state,
      method,
      account: this.#state.accounts.get(token.email)!,
      token,
      inPath,
      query: url.searchParams,
      body: checkBody(method, parseBody(request.text)),
      ifMatch: request.headers['if-match'],
      reportOutside: (id) => this.#report('outside', `${method.name} ${id}`),
    }
    const reply = handler(call)
    if (method.verb === 'GET' && reply?.etag !== undefined && request.headers['if-none-match'] === reply.etag)
      throw new GoogleError(304, 'notModified', 'Not Modified')
    if (method.verb !== 'GET') this.#faults.afterWork()
    return reply
  }

  #identify({ headers }: ApiRequest): AccessToken {
    const [, name] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    const token = name === undefined ? undefined : this.#tokens.findAccess(name)
    if (!token) throw unauthorized()
    return token
  }

  /** Counts a request of a project and a person. One above a quota is refused, and noted. */
  #count({ clientId, email }: AccessToken): void {
    const now = this.#state.now()
    const user = `${clientId} ${email}`
    if (this.projectWindows.count(clientId, now) >= this.#quota.projectPerMinute) {
      this.#report('project-quota', clientId)
      throw tooFast('rateLimitExceeded')
    }
    if (this.userWindows.count(user, now) >= this.#quota.userPerMinute) {
      this.#report('user-quota', user)
      throw tooFast('userRateLimitExceeded')
    }
    this.projectWindows.add(clientId, now)
    this.userWindows.add(user, now)
  }

  #report(kind: Violation['kind'], detail: string): void {
    this.violations.push({ at: this.#state.now(), kind, detail })
  }
}

function parseBody(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new GoogleError(400, 'parseError', 'Parse Error')
  }
}

function toResponse(status: number, body: Resource | undefined): ApiResponse {
  if (!body) return { status, headers: {}, text: '' }
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=UTF-8' }
  if (typeof body.etag === 'string') headers.etag = body.etag
  return { status, headers, text: JSON.stringify(body) }
}
