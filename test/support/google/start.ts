import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from '../faulty-receiver.ts'
import { type ApiRequest, type ApiResponse, CalendarApi, type RecordedCall, type Violation } from './api.ts'
import { BATCH_PATH, fullScope, type Resource, SERVICE_PATH } from './api-table.ts'
import { answerBatch } from './batch.ts'
import { discoveryDocument } from './discovery.ts'
import { GoogleError } from './errors.ts'
import { type FaultRates, Faults, type Refusal } from './faults.ts'
import { type Decision, OAuth } from './oauth.ts'
import { GOOGLE_QUOTA, type Quota } from './quota.ts'
import { type Calendar, type Client, GoogleState } from './state.ts'
import { Tokens } from './tokens.ts'

export interface GoogleOptions {
  /** Google's own without it. */
  quota?: Partial<Quota>
  /** The clock, in milliseconds since 1970. The machine's without it. */
  now?: () => number
  /** Decides the order of parts in batches and the faults by chance. */
  seed?: number
  /** Redirect addresses of the application `client`. */
  redirectUris?: string[]
}

/** A fake of Google's Calendar API and OAuth at an address of this machine. README.md tells its limits. */
export interface FakeGoogle extends AsyncDisposable {
  url: string
  /** The addresses that stand for those of Google. `api` ends in a slash. */
  endpoints: { authorize: string; token: string; revoke: string; api: string; batch: string }
  /** The application that is known from the beginning. */
  client: Client
  addClient(client: Client): void
  addAccount(email: string): void
  /** Lets a person decide about an address of the authorization endpoint; returns where the browser goes then. */
  decide(authorizeUrl: string, decision: Decision): string
  /** Agrees without pages: returns the tokens. Scopes are those of `calendar.app.created` without them. */
  grant(email: string, scopes?: string[], clientId?: string): { refreshToken: string; accessToken: string }
  /** Every request to the API, parts of batches one by one. Tests may empty it. */
  calls: RecordedCall[]
  /** Requests above a quota, outside the scope or for a calendar of the person's own. */
  violations: Violation[]
  /** The most requests that were accepted in any minute, of one project and of one person. */
  peaks(): { project: number; user: number }
  faults: FaultRates
  /** Refuses the next requests, of one method or of any. */
  refuse(refusal: Refusal): void
  /** Expires access tokens: of one account, or all. Refresh tokens live on. */
  expireTokens(email?: string): void
  /** The person withdraws the agreement in the account's settings: all tokens die. */
  revokeAccess(email: string, clientId?: string): void
  /** True if an application has access to an account. */
  hasConsent(email: string, clientId?: string): boolean
  /** Makes the sync tokens of a calendar too old: 410 `fullSyncRequired`. */
  ageSyncTokens(calendarId: string): void
  /** Gives an account an empty calendar that the application made; returns its id. It costs no quota. */
  addCalendar(email: string): string
  /** Ids of the person's calendars, without the primary one. */
  calendarsOf(email: string): string[]
  /** A calendar with its owner, fields and rules, as stored; undefined if it was deleted. */
  findCalendar(calendarId: string): Calendar | undefined
  /** The events of a calendar that aren't deleted, as stored. */
  eventsOf(calendarId: string): Resource[]
  /** The person deletes an event at Google. Its id stays, as after every deletion. */
  deleteEvent(calendarId: string, eventId: string): void
  /** The person deletes a calendar at Google. */
  deleteCalendar(calendarId: string): void
  close(): Promise<void>
}

/** Paths of OAuth, where Google has hosts of their own: accounts.google.com and oauth2.googleapis.com. */
const AUTHORIZE = '/o/oauth2/v2/auth'
const DISCOVERY = '/discovery/v1/apis/calendar/v3/rest'

/** Starts a Google of its own, empty but for one application. */
export async function startGoogle(options: GoogleOptions = {}): Promise<FakeGoogle> {
  const now = options.now ?? Date.now
  const state = new GoogleState(now)
  const tokens = new Tokens(now)
  const faults = new Faults(options.seed ?? 1)
  const api = new CalendarApi(state, tokens, faults, { ...GOOGLE_QUOTA, ...options.quota })
  const oauth = new OAuth(state, tokens)
  const client: Client = {
    id: 'client.apps.googleusercontent.com',
    secret: 'GOCSPX-secret',
    redirectUris: options.redirectUris ?? ['http://127.0.0.1/callback'],
    status: 'production',
  }
  oauth.clients.set(client.id, client)

  const answer = async (req: IncomingMessage): Promise<ApiResponse> => {
    const url = new URL(req.url!, 'http://localhost')
    const text = (await buffer(req)).toString()
    if (faults.rates.latencyMs > 0) await wait(faults.rates.latencyMs)
    if (url.pathname === AUTHORIZE)
      return req.method === 'POST' ? oauth.answerForm(url, new URLSearchParams(text)) : oauth.showPage(url)
    if (req.method === 'POST' && url.pathname === '/token')
      return oauth.answerToken(new URLSearchParams(text), req.headers.authorization)
    if (req.method === 'POST' && url.pathname === '/revoke')
      return oauth.answerRevoke(new URLSearchParams(text).get('token') ?? url.searchParams.get('token'))
    if (req.method === 'GET' && url.pathname === DISCOVERY) {
      const text = JSON.stringify(discoveryDocument(`http://${req.headers.host}`))
      return { status: 200, headers: { 'content-type': 'application/json' }, text }
    }
    const request: ApiRequest = {
      verb: req.method!,
      target: req.url!,
      headers: req.headers as Record<string, string | undefined>,
      text,
    }
    if (req.method === 'POST' && url.pathname === BATCH_PATH) return answerBatch(api, faults, request)
    return api.answer(request, false)
  }

  const server = createServer((req, res) => {
    answer(req).then(
      ({ status, headers, text }) => res.writeHead(status, headers).end(text),
      (error: unknown) => {
        const known = error instanceof GoogleError
        const body = known ? error.toBody() : { fault: error instanceof Error ? error.stack : String(error) }
        res.writeHead(known ? error.code : 500, { 'content-type': 'application/json' })
        res.end(JSON.stringify(body))
      },
    )
  })
  const { port, [Symbol.asyncDispose]: close } = await listen(server)
  const url = `http://127.0.0.1:${port}`
  const liveEvents = (calendar: Calendar) =>
    [...calendar.events.values()].map(({ fields }) => fields).filter(({ status }) => status !== 'cancelled')

  return {
    url,
    endpoints: {
      authorize: url + AUTHORIZE,
      token: `${url}/token`,
      revoke: `${url}/revoke`,
      api: url + SERVICE_PATH,
      batch: url + BATCH_PATH,
    },
    client,
    addClient: (added) => void oauth.clients.set(added.id, added),
    addAccount: (email) => void state.addAccount(email),
    decide: (address, decision) => oauth.decide(new URL(address), decision),
    grant(email, scopes = [fullScope('calendar.app.created')], clientId = client.id) {
      if (!state.accounts.has(email)) throw new Error(`There is no account ${email}`)
      const refreshToken = tokens.issueRefreshToken({ email, clientId, scopes })
      return { refreshToken, accessToken: tokens.issueAccessToken({ email, clientId, scopes }, refreshToken) }
    },
    calls: api.calls,
    violations: api.violations,
    peaks: () => ({ project: api.projectWindows.peak, user: api.userWindows.peak }),
    faults: faults.rates,
    refuse: (refusal) => void faults.refusals.push({ ...refusal }),
    expireTokens: (email) => tokens.expireAccess(email),
    revokeAccess: (email, clientId = client.id) => tokens.revokeGrant(email, clientId),
    hasConsent: (email, clientId = client.id) => tokens.hasGrant(email, clientId),
    ageSyncTokens(calendarId) {
      const calendar = state.calendars.get(calendarId)!
      // A token of now is too old as well: its revision is below the next one.
      calendar.oldestRevision = ++calendar.revision
    },
    addCalendar: (email) =>
      state.addCalendar(state.newCalendarId(), email, { timeZone: 'UTC' }, client.id).id,
    calendarsOf: (email) =>
      [...state.calendars.values()]
        .filter(({ id, owner }) => owner === email && id !== email)
        .map(({ id }) => id),
    findCalendar: (id) => state.calendars.get(id),
    eventsOf(calendarId) {
      const calendar = state.calendars.get(calendarId)
      return calendar ? liveEvents(calendar) : []
    },
    deleteEvent: (calendarId, eventId) => state.deleteEvent(calendarId, eventId),
    deleteCalendar: (id) => state.deleteCalendar(id),
    close: async () => await close(),
    [Symbol.asyncDispose]: close,
  }
}
