import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Event } from '@microsoft/microsoft-graph-types'
import { seededRandom } from '../../../src/demo/random.ts'
import { listen } from '../faulty-receiver.ts'
import { answerBatch } from './batch.ts'
import { Entra, type MicrosoftClient, type MicrosoftDecision } from './entra.ts'
import { EntraTokens } from './entra-tokens.ts'
import { badRequest, GraphError } from './errors.ts'
import {
  Graph,
  GRAPH_QUOTA,
  type GraphCall,
  type GraphFaults,
  type GraphQuota,
  type GraphRequest,
  type GraphResponse,
  type GraphViolation,
} from './graph.ts'
import { findEvent, newMailbox } from './mailboxes.ts'

export interface MicrosoftOptions {
  quota?: Partial<GraphQuota>
  /** The clock, in milliseconds since 1970. The machine's without it. */
  now?: () => number
  seed?: number
  redirectUris?: string[]
}

/** A fake of Outlook in Microsoft Graph and of Microsoft's OAuth. README.md tells how weak it is. */
export interface FakeMicrosoft extends AsyncDisposable {
  url: string
  /** The addresses that stand for those of Microsoft. `graph` ends without a slash. */
  endpoints: { authorize: string; token: string; graph: string; batch: string }
  client: MicrosoftClient
  addClient(client: MicrosoftClient): void
  /** An account whose administrator has to agree first refuses the person. */
  addAccount(email: string, options?: { needsAdministrator?: boolean }): void
  /** Lets a person decide about an address of the authorization endpoint; returns where the browser goes then. */
  decide(authorizeUrl: string, decision: MicrosoftDecision): string
  /** Agrees without pages: returns the tokens. */
  grant(email: string, scopes?: string[]): { accessToken: string; refreshToken: string }
  /** Every request to Graph, parts of batches one by one. */
  calls: GraphCall[]
  violations: GraphViolation[]
  /** The most requests of an application to one mailbox in ten minutes, and at a time. */
  peaks(): { inTenMinutes: number; atATime: number }
  faults: GraphFaults
  /** Expires access tokens: of one account, or all. Refresh tokens live on. */
  expireTokens(email?: string): void
  /** The person withdraws the agreement: all tokens die. */
  revokeAccess(email: string): void
  /** Ids of the calendars that an application made. */
  calendarsOf(email: string): string[]
  eventsOf(email: string, calendarId: string): Event[]
  /** The names of all calendars of a person. */
  namesOf(email: string): string[]
  /** The person deletes an event in Outlook. */
  deleteEvent(email: string, eventId: string): void
  /** The person deletes a calendar in Outlook. */
  deleteCalendar(email: string, calendarId: string): void
  close(): Promise<void>
}

const LOGIN = '/common/oauth2/v2.0'
const GRAPH = '/v1.0'
export const MICROSOFT_SCOPES = ['Calendars.ReadWrite', 'offline_access', 'User.Read']

/** Starts a Microsoft of its own, empty but for one application. */
export async function startMicrosoft(options: MicrosoftOptions = {}): Promise<FakeMicrosoft> {
  const now = options.now ?? Date.now
  const tokens = new EntraTokens(now)
  const graph = new Graph(tokens, now, seededRandom(options.seed ?? 1), { ...GRAPH_QUOTA, ...options.quota })
  const client: MicrosoftClient = {
    id: '11111111-2222-3333-4444-555555555555',
    secret: 'secret~value',
    redirectUris: options.redirectUris ?? ['http://127.0.0.1/callback'],
  }
  const entra = new Entra(tokens, client, graph.mailboxes)

  const answer = async (req: IncomingMessage): Promise<GraphResponse> => {
    const url = new URL(req.url!, 'http://localhost')
    const text = (await buffer(req)).toString()
    if (url.pathname === `${LOGIN}/authorize`)
      return req.method === 'POST' ? entra.answerForm(url, new URLSearchParams(text)) : entra.showPage(url)
    if (req.method === 'POST' && url.pathname === `${LOGIN}/token`)
      return entra.answerToken(new URLSearchParams(text), new Date(now()).toISOString())
    if (!url.pathname.startsWith(`${GRAPH}/`)) return { status: 404, headers: {} }
    const request: GraphRequest = {
      verb: req.method!,
      target: req.url!.slice(GRAPH.length),
      headers: req.headers as Record<string, string | undefined>,
      body: readJson(text),
    }
    if (req.method === 'POST' && url.pathname === `${GRAPH}/$batch`) return await answerBatch(graph, request)
    return await graph.answer(request, false)
  }

  const server = createServer((req, res) => {
    answer(req)
      .then((answered) => {
        // A client that never got it could not heed a Retry-After.
        const rests = JSON.stringify(answered).includes('"retry-after"')
        if (!req.url!.startsWith(GRAPH) || rests || !graph.losesAnswer(req.method!)) return answered
        res.destroy()
        return undefined
      })
      .catch((error: unknown) => {
        if (error instanceof GraphError) return graph.toResponse(error)
        return { status: 500, headers: {}, body: error instanceof Error ? error.stack : String(error) }
      })
      .then((answered) => {
        if (!answered) return
        const { status, headers, body } = answered
        const text = typeof body === 'string' ? body : JSON.stringify(withLinks(body, req))
        res.writeHead(status, headers).end(body === undefined ? '' : text)
      }, console.error)
  })
  const { port, [Symbol.asyncDispose]: close } = await listen(server)
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    endpoints: {
      authorize: `${url}${LOGIN}/authorize`,
      token: `${url}${LOGIN}/token`,
      graph: url + GRAPH,
      batch: `${url}${GRAPH}/$batch`,
    },
    client,
    addClient: (added) => void entra.clients.set(added.id, added),
    addAccount: (email, { needsAdministrator = false } = {}) =>
      void graph.mailboxes.set(email, newMailbox(email, needsAdministrator)),
    decide: (address, decision) => entra.decide(new URL(address), decision),
    grant(email, scopes = MICROSOFT_SCOPES) {
      const { accessToken, refreshToken } = tokens.issue({ email, clientId: client.id, scopes })
      return { accessToken, refreshToken: refreshToken ?? '' }
    },
    calls: graph.calls,
    violations: graph.violations,
    faults: graph.faults,
    peaks: () => ({ inTenMinutes: graph.windows.peak, atATime: graph.mostAtATime }),
    expireTokens: (email) => tokens.expireAccess(email),
    revokeAccess: (email) => tokens.revoke(email),
    calendarsOf: (email) =>
      [...graph.mailboxes.get(email)!.calendars.values()].filter(({ isMade }) => isMade).map(({ id }) => id),
    eventsOf: (email, calendarId) => [
      ...(graph.mailboxes.get(email)!.calendars.get(calendarId)?.events.values() ?? []),
    ],
    namesOf: (email) => [...graph.mailboxes.get(email)!.calendars.values()].map(({ fields }) => fields.name!),
    deleteEvent: (email, eventId) =>
      void findEvent(graph.mailboxes.get(email)!, eventId)?.calendar.events.delete(eventId),
    deleteCalendar: (email, calendarId) => void graph.mailboxes.get(email)!.calendars.delete(calendarId),
    close: async () => await close(),
    [Symbol.asyncDispose]: close,
  }
}

function readJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is no JSON.')
  }
}

/** Completes the link to the next page with the address that was asked. */
function withLinks(body: unknown, req: IncomingMessage): unknown {
  if (typeof body !== 'object' || body === null || !('@odata.nextLink' in body)) return body
  const path = req.url!.split('?')[0]!
  return {
    ...body,
    '@odata.nextLink': `http://${req.headers.host}${path}${body['@odata.nextLink'] as string}`,
  }
}
