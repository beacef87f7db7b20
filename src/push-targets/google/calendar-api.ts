import type { GoogleAddresses } from '../../config.ts'
import { type Access, ProviderError } from '../provider.ts'
import { errorOf, type GoogleAnswer, isDone } from './answers.ts'

const TIMEOUT_MS = 30_000

export interface CalendarApi {
  /** Sends one request. `path`: after the address of the API. Throws ProviderError unless it was carried out. */
  send<T>(access: Access, method: string, path: string, body?: object): Promise<T>
  /** Like `send`, and returns a refusal as well. */
  ask(access: Access, method: string, path: string, body?: object): Promise<GoogleAnswer>
}

export function createCalendarApi({ api }: GoogleAddresses): CalendarApi {
  const ask: CalendarApi['ask'] = async (access, method, path, body) => {
    await access.pay(1)
    const response = await authorized(access, `${api}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: parsed(response.text) }
  }
  return {
    ask,
    async send<T>(access: Access, method: string, path: string, body?: object): Promise<T> {
      const answer = await ask(access, method, path, body)
      if (isDone(answer)) return answer.body as T
      throw errorOf(answer)
    },
  }
}

export interface TextResponse {
  status: number
  contentType: string
  text: string
}

/** Sends a request with an access token, and once more with a new one if it is refused (401). */
export async function authorized(
  access: Access,
  url: string,
  init: { method: string; body?: string; headers?: Record<string, string> },
): Promise<TextResponse> {
  const send = async (token: string) =>
    fetchText(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
  const first = await send(await access.token())
  if (first.status !== 401) return first
  await access.pay(1)
  return send(await access.token(true))
}

/** Throws ProviderError `busy` if there is no answer. */
export async function fetchText(url: string, init: RequestInit): Promise<TextResponse> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const contentType = response.headers.get('content-type') ?? ''
    return { status: response.status, contentType, text: await response.text() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProviderError('busy', `Google does not answer: ${reason}`)
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
