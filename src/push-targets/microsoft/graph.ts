import type { MicrosoftAddresses } from '../../config.ts'
import { type Access, ProviderError } from '../provider.ts'
import { authorized, parsed } from '../request.ts'
import { errorOf, type GraphAnswer, isDone, restAfter } from './answers.ts'

/** Ids that stay when somebody moves an item. The header holds for the request that it comes with. */
export const IMMUTABLE_IDS = { prefer: 'IdType="ImmutableId"' }
/** Graph takes no more requests in a batch. It carries out four of a mailbox at a time. */
export const BATCH_SIZE = 20

export interface GraphRequest {
  method: string
  /** After the address of Graph. */
  path: string
  body?: object
}

export interface Graph {
  /** Sends one request. Throws ProviderError unless it was carried out. */
  send<T>(access: Access, request: GraphRequest): Promise<T>
  /** Sends requests, several in one batch. Returns their answers, refusals as well. */
  ask(access: Access, requests: GraphRequest[]): Promise<GraphAnswer[]>
  /** Reads all pages of a list. */
  list<T>(access: Access, path: string): Promise<T[]>
}

/** Microsoft Graph, version 1.0 (learn.microsoft.com/graph/json-batching, learn.microsoft.com/graph/throttling). */
export function createGraph({ api }: MicrosoftAddresses): Graph {
  /** The last request to each account. Four at a time are allowed, and one batch is four. */
  const last = new Map<string, Promise<unknown>>()

  async function inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
    const mine = (last.get(account) ?? Promise.resolve()).then(work, work)
    const settled = mine.catch(() => {})
    last.set(account, settled)
    try {
      return await mine
    } finally {
      if (last.get(account) === settled) last.delete(account)
    }
  }

  async function one(access: Access, { method, path, body }: GraphRequest): Promise<GraphAnswer> {
    const headers = { ...IMMUTABLE_IDS, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await authorized(access, api + path, init)
    const answer = {
      ...{ status: response.status, body: parsed(response.text) },
      headers: Object.fromEntries(response.headers),
    }
    await heed(access, [answer])
    return answer
  }

  /** Each part tells by itself if the token has ended: those are sent once more, with a new one. */
  async function many(access: Access, requests: GraphRequest[]): Promise<GraphAnswer[]> {
    const answers = await sendBatch(access, requests)
    const refused = answers.flatMap(({ status }, i) => (status === 401 ? [i] : []))
    if (refused.length === 0) return answers
    await access.token(true)
    await access.pay(refused.length)
    const again = await sendBatch(
      access,
      refused.map((i) => requests[i]!),
    )
    for (const [n, i] of refused.entries()) answers[i] = again[n]!
    return answers
  }

  async function sendBatch(access: Access, requests: GraphRequest[]): Promise<GraphAnswer[]> {
    const parts = requests.map(({ method, path, body }, i) => ({
      ...{ id: String(i), method, url: path },
      headers: { ...IMMUTABLE_IDS, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body }),
    }))
    const whole = await one(access, { method: 'POST', path: '/$batch', body: { requests: parts } })
    if (!isDone(whole)) throw errorOf(whole)
    const { responses = [] } = (whole.body ?? {}) as { responses?: Part[] }
    const byId = new Map(responses.map((part) => [part.id, part]))
    const answers = requests.map((_, i) => answerOf(byId.get(String(i))))
    await heed(access, answers)
    return answers
  }

  const ask: Graph['ask'] = (access, requests) =>
    inTurn(access.account, async () => {
      // After the request before: its answer may ask for a rest.
      await access.pay(requests.length)
      return requests.length === 1 ? [await one(access, requests[0]!)] : many(access, requests)
    })

  async function send<T>(access: Access, request: GraphRequest): Promise<T> {
    const [answer] = await ask(access, [request])
    if (isDone(answer!)) return answer!.body as T
    throw errorOf(answer!)
  }

  return {
    ask,
    send,
    async list<T>(access: Access, path: string) {
      const items: T[] = []
      for (let next: string | undefined = path; next !== undefined;) {
        const page: Page<T> = await send(access, { method: 'GET', path: next })
        items.push(...(page.value ?? []))
        next = pathOf(page['@odata.nextLink'])
      }
      return items
    },
  }

  /** The token goes nowhere else. */
  function pathOf(address: string | undefined): string | undefined {
    if (address === undefined || address.startsWith(`${api}/`)) return address?.slice(api.length)
    throw new ProviderError('refused', 'Microsoft led to a page at another address')
  }
}

/** A part of the answer to a batch. */
interface Part {
  id: string
  status: number
  headers?: Record<string, string>
  body?: unknown
}

interface Page<T> {
  value?: T[]
  '@odata.nextLink'?: string
}

async function heed(access: Access, answers: GraphAnswer[]): Promise<void> {
  const rest = restAfter(answers)
  if (rest > 0) await access.rest(rest)
}

/** A part without an answer counts as 503. */
function answerOf(part: Part | undefined): GraphAnswer {
  if (!part) return { status: 503, headers: {}, body: undefined }
  const headers = Object.entries(part.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  return {
    status: part.status,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: part.body,
  }
}
