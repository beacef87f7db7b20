import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from '@microsoft/microsoft-graph-types'
import { type Random } from '../../../src/demo/random.ts'
import { RequestWindows } from '../request-windows.ts'
import { type EntraTokens, type Grant } from './entra-tokens.ts'
import { badRequest, GraphError, throttled, unavailable } from './errors.ts'
import { GRAPH_METHODS } from './graph-methods.ts'
import { findEvent, type Mailbox, newId } from './mailboxes.ts'

/** Documented limits of Outlook (learn.microsoft.com/graph/throttling-limits), for an application and a mailbox. */
export interface GraphQuota {
  requestsInTenMinutes: number
  atATime: number
}
export const GRAPH_QUOTA: GraphQuota = { requestsInTenMinutes: 10_000, atATime: 4 }
const TEN_MINUTES = 600_000

export interface GraphRequest {
  verb: string
  /** Path and query below `/v1.0`. */
  target: string
  headers: Record<string, string | undefined>
  body: unknown
  /** Of a part: the batch. */
  batch?: object
}

export interface GraphResponse {
  status: number
  headers: Record<string, string>
  body?: unknown
}

export interface GraphCall {
  at: number
  verb: string
  path: string
  email?: string
  inBatch: boolean
  status: number
  code?: string
}

/** Something that a client must never do. */
export interface GraphViolation {
  at: number
  kind: 'rate' | 'at-a-time' | 'early-retry' | 'immutable-id' | 'scope' | 'own-calendar' | 'unknown-method'
  detail: string
}

/** Shares of requests, 0 to 1, that go wrong by chance, and the time that each takes. */
export interface GraphFaults {
  throttled: number
  /** Seconds of `Retry-After` when throttled by chance. */
  restSeconds: number
  /** 503 before any work, half of them with `Retry-After`. */
  unavailable: number
  /** 409 of a change or a deletion of an event, before any work: somebody else changes it at the same time. */
  conflicts: number
  failedAfterWork: number
  /** The connection ends after the work, so that nobody gets the answer. */
  lostAfterWork: number
  latencyMs: number
  /** Time zones that this mailbox server does not know. */
  unknownZones: string[]
}

/** The Outlook part of Microsoft Graph: calendars and their events. */
export class Graph {
  readonly calls: GraphCall[] = []
  readonly violations: GraphViolation[] = []
  readonly windows = new RequestWindows(TEN_MINUTES)
  /** The most requests to one mailbox that were answered at the same time. */
  mostAtATime = 0
  readonly faults: GraphFaults = {
    ...{ throttled: 0, restSeconds: 5, unavailable: 0, conflicts: 0 },
    ...{ failedAfterWork: 0, lostAfterWork: 0, latencyMs: 0, unknownZones: [] },
  }
  readonly mailboxes = new Map<string, Mailbox>()
  readonly #tokens: EntraTokens
  readonly #now: () => number
  readonly #random: Random
  readonly #quota: GraphQuota

  constructor(tokens: EntraTokens, now: () => number, random: Random, quota: GraphQuota) {
    this.#tokens = tokens
    this.#now = now
    this.#random = random
    this.#quota = quota
  }

  async answer(request: GraphRequest, inBatch: boolean): Promise<GraphResponse> {
    const { pathname: path, searchParams: query } = new URL(request.target, 'http://localhost')
    const record: GraphCall = { at: this.#now(), verb: request.verb, path, inBatch, status: 200 }
    this.calls.push(record)
    try {
      const { status, body } = await this.#run(request, path, query, record)
      record.status = status
      return { status, headers: { 'content-type': 'application/json' }, body }
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      record.status = error.status
      record.code = error.code
      return this.toResponse(error)
    }
  }

  /** Returns true for a request whose answer nobody gets. */
  losesAnswer(verb: string): boolean {
    return verb !== 'GET' && this.#happens(this.faults.lostAfterWork)
  }

  /** Returns the response of an error, with `Retry-After` if it has one. */
  toResponse({ status, code, message, retryAfter }: GraphError): GraphResponse {
    const headers = {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    }
    const innerError = { date: new Date(this.#now()).toISOString(), 'request-id': newId() }
    return { status, headers, body: { error: { code, message, innerError } } }
  }

  async #run(request: GraphRequest, path: string, query: URLSearchParams, record: GraphCall) {
    const { mailbox, grant } = this.#identify(request)
    record.email = mailbox.email
    const work = this.#find(request.verb, path, mailbox, grant)
    if (!/\bIdType="ImmutableId"/i.test(request.headers.prefer ?? '')) {
      this.#report('immutable-id', `${request.verb} ${path}`)
      throw badRequest('This fake demands Prefer: IdType="ImmutableId".')
    }
    this.#count(mailbox, grant, request.batch)
    this.#checkZones(request.body)
    if (request.verb !== 'GET' && path.startsWith('/me/events/') && this.#happens(this.faults.conflicts))
      throw new GraphError(409, 'ErrorIrresolvableConflict', 'The send or update operation failed.')
    this.mostAtATime = Math.max(this.mostAtATime, ++mailbox.inFlight)
    try {
      await wait(this.faults.latencyMs)
      const answer = work(query, request.body)
      if (request.verb !== 'GET' && this.#happens(this.faults.failedAfterWork))
        throw new GraphError(500, 'ErrorInternalServerError', 'An internal server error occurred.')
      return answer
    } finally {
      mailbox.inFlight--
    }
  }

  #identify({ headers }: GraphRequest): { mailbox: Mailbox; grant: Grant } {
    const [, name] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    const grant = name === undefined ? undefined : this.#tokens.findAccess(name)
    if (!grant)
      throw new GraphError(
        401,
        'InvalidAuthenticationToken',
        'Lifetime validation failed, the token is expired.',
      )
    return { mailbox: this.mailboxes.get(grant.email)!, grant }
  }

  #find(verb: string, path: string, mailbox: Mailbox, grant: Grant) {
    for (const { verb: known, pattern, scope, run } of GRAPH_METHODS) {
      const found = known === verb ? pattern.exec(path) : null
      if (!found) continue
      if (!grant.scopes.includes(scope)) {
        this.#report('scope', `${verb} ${path}`)
        throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
      }
      const id = decodeURIComponent(found[1] ?? '')
      if (!this.#isMade(mailbox, id)) this.#report('own-calendar', `${verb} ${path}`)
      return (query: URLSearchParams, body: unknown) => run({ mailbox, id, query, body })
    }
    this.#report('unknown-method', `${verb} ${path}`)
    throw new GraphError(400, 'BadRequest', `This fake has no ${verb} ${path}.`)
  }

  /** False for a calendar of the person's own, or an event in one. Microsoft would accept the request. */
  #isMade(mailbox: Mailbox, id: string): boolean {
    return (mailbox.calendars.get(id) ?? findEvent(mailbox, id)?.calendar)?.isMade ?? true
  }

  /** Refuses what is above a limit, with `Retry-After`, and notes it. */
  #count(mailbox: Mailbox, { clientId, email }: Grant, batch: object | undefined): void {
    const now = this.#now()
    const key = `${clientId} ${email}`
    const knew = batch === undefined || batch !== mailbox.restsIn
    if (now < mailbox.restsUntil && knew) this.#report('early-retry', email)
    const rest = (seconds: number) => {
      mailbox.restsUntil = now + seconds * 1000
      mailbox.restsIn = batch
      return seconds
    }
    const refuse = (message: string, seconds: number) => throttled(message, rest(seconds))
    if (mailbox.inFlight >= this.#quota.atATime) {
      this.#report('at-a-time', email)
      throw refuse('Application is over its MailboxConcurrency limit.', 1)
    }
    if (this.windows.count(key, now) >= this.#quota.requestsInTenMinutes) {
      this.#report('rate', email)
      throw refuse('Application is over its request limit.', 60)
    }
    this.windows.add(key, now)
    const { throttled: share, restSeconds, unavailable: down } = this.faults
    if (this.#happens(share)) throw refuse('The server is busy.', restSeconds)
    if (this.#happens(down)) throw unavailable(this.#happens(0.5) ? rest(restSeconds) : undefined)
  }

  #checkZones(body: unknown): void {
    const { start } = (body ?? {}) as Event
    if (start?.timeZone && this.faults.unknownZones.includes(start.timeZone))
      throw new GraphError(400, 'TimeZoneNotSupportedException', `${start.timeZone} is not supported.`)
  }

  #happens(share: number): boolean {
    return share > 0 && this.#random() < share
  }

  #report(kind: GraphViolation['kind'], detail: string): void {
    this.violations.push({ at: this.#now(), kind, detail })
  }
}
