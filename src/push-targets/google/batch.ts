import { randomUUID } from 'node:crypto'
import type { GoogleAddresses } from '../../config.ts'
import type { Access, Operation, Outcome, PushedEvent } from '../provider.ts'
import { authorized, parsed } from '../request.ts'
import { errorOf, type GoogleAnswer, isDone, outcomeOf } from './answers.ts'
import type { CalendarApi } from './calendar-api.ts'
import { toResource } from './resource.ts'

/** Google's Calendar API takes no more parts in a batch. */
export const BATCH_SIZE = 50

interface Request {
  method: string
  path: string
  body?: object
}

/** Returns `Provider.write`: one request for one operation, a batch for several. */
export function createBatch({ api: base, batch }: GoogleAddresses, api: CalendarApi) {
  const basePath = new URL(base).pathname

  return async (access: Access, remoteId: string, operations: Operation[]): Promise<Outcome[]> => {
    const requests = operations.map((operation) => requestOf(remoteId, operation))
    const answers = requests.length === 1 ? [await one(access, requests[0]!)] : await many(access, requests)
    const outcomes: Outcome[] = []
    for (const [i, operation] of operations.entries()) {
      const answer = answers[i] ?? { status: 503, body: undefined }
      outcomes.push(
        operation.method === 'update' && answer.status === 400
          ? await updateAboveStored(access, remoteId, { ...operation, method: 'update' }, answer)
          : outcomeOf(operation.method, answer),
      )
    }
    return outcomes
  }

  function one(access: Access, { method, path, body }: Request): Promise<GoogleAnswer> {
    return api.ask(access, method, path, body)
  }

  /** Each part tells by itself if the token has ended: those are sent once more, with a new one. */
  async function many(access: Access, requests: Request[]): Promise<GoogleAnswer[]> {
    const answers = await send(access, requests)
    const refused = answers.flatMap(({ status }, i) => (status === 401 ? [i] : []))
    if (refused.length === 0) return answers
    await access.token(true)
    const again = await send(
      access,
      refused.map((i) => requests[i]!),
    )
    for (const [n, i] of refused.entries()) answers[i] = again[n]!
    return answers
  }

  async function send(access: Access, requests: Request[]): Promise<GoogleAnswer[]> {
    await access.pay(requests.length)
    const boundary = `batch_${randomUUID()}`
    const response = await authorized(access, batch, {
      method: 'POST',
      headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
      body: writeBatch(requests, boundary, basePath),
    })
    if (response.status !== 200) throw errorOf({ status: response.status, body: parsed(response.text) })
    return readBatch(response.text, response.headers.get('content-type') ?? '', requests.length)
  }

  /**
   * Google refuses a sequence below the stored one, which rises when the person changes the event there. Sends the
   * update again with the stored one.
   */
  async function updateAboveStored(
    access: Access,
    remoteId: string,
    operation: { method: 'update'; event: PushedEvent },
    refusal: GoogleAnswer,
  ): Promise<Outcome> {
    const { method, path, body } = requestOf(remoteId, operation)
    const stored = await api.ask(access, 'GET', path.replace(/\?.*/, ''))
    const { sequence } = (stored.body ?? {}) as { sequence?: number }
    if (!isDone(stored) || sequence === undefined || sequence <= operation.event.sequence)
      return outcomeOf('update', refusal)
    return outcomeOf('update', await api.ask(access, method, path, { ...body, sequence }))
  }
}

function requestOf(remoteId: string, operation: Operation): Request {
  const events = `/calendars/${encodeURIComponent(remoteId)}/events`
  const quiet = '?sendUpdates=none'
  if (operation.method === 'insert')
    return {
      method: 'POST',
      path: events + quiet,
      body: { id: operation.event.id, ...toResource(operation.event) },
    }
  const path = `${events}/${operation.event.id}${quiet}`
  if (operation.method === 'delete') return { method: 'DELETE', path }
  return { method: 'PUT', path, body: toResource(operation.event) }
}

/** Writes requests as parts of a batch: https://developers.google.com/workspace/calendar/api/guides/batch. */
export function writeBatch(requests: Request[], boundary: string, basePath: string): string {
  const parts = requests.map(({ method, path, body }, i) => {
    const head = `--${boundary}\r\ncontent-type: application/http\r\ncontent-id: <${i}>\r\n\r\n`
    const line = `${method} ${basePath}${path} HTTP/1.1\r\n`
    return head + line + (body ? `content-type: application/json\r\n\r\n${JSON.stringify(body)}` : '\r\n')
  })
  return `${parts.join('\r\n')}\r\n--${boundary}--\r\n`
}

/** Reads the answers of a batch, in the order of its requests. A part that is missing counts as 503. */
export function readBatch(text: string, contentType: string, count: number): GoogleAnswer[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  const answers = Array.from({ length: count }, (): GoogleAnswer => ({ status: 503, body: undefined }))
  if (boundary === undefined) return answers
  for (const part of text.split(`--${boundary}`).slice(1)) {
    const id = Number(/^content-id:\s*<?response-<?(\d+)>?/im.exec(part)?.[1] ?? NaN)
    const [, status = '', rest = ''] = /\bHTTP\/1\.1 (\d{3})([^]*)$/.exec(part) ?? []
    if (!(id in answers) || status === '') continue
    const body = rest.slice(rest.search(/\r?\n\r?\n/)).trim()
    answers[id] = { status: Number(status), body: parsed(body) }
  }
  return answers
}
