import type { RefusalKind } from '../../../src/errors.ts'
import type { Reason } from '../../../src/reasons/reason.ts'
import { words } from '../words/index.ts'
import { messagesText, messageText } from './reasons.ts'

/** A refused or failed request. `status` is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  /** Error messages by field name, in the language of the page. */
  readonly fields: Record<string, string>
  /** The whole body of the response. */
  readonly body: unknown

  constructor(status: number, message: string, fields: Record<string, string> = {}, body: unknown = null) {
    super(message)
    this.status = status
    this.fields = fields
    this.body = body
  }
}

export type Params = Record<string, string | number | boolean | undefined>

const ROOT = '/admin/api'

/** True when the request failed because this device has no connection. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !navigator.onLine
}

interface RequestContext {
  csrf: string
  /** The sub-account that a partner's user acts in; undefined for their own publisher. */
  publisher?: number
  /** Called when the service refuses a request because the session has ended. */
  onSignedOut: () => void
}

const context: RequestContext = { csrf: '', onSignedOut: () => {} }

/** Changes what later requests send about the session. */
export function setRequestContext(changes: Partial<RequestContext>): void {
  Object.assign(context, changes)
}

/** The id of the sub-account that this tab acts in; undefined for the own publisher. */
export function actingIn(): number | undefined {
  return context.publisher
}

/** Reads from a path below `/admin/api`. Returns the whole body: `{ data, … }`. Throws ApiError. */
export function get<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  return ask('GET', address(path, params), undefined, signal)
}

/** Sends a change. Returns the whole body. Throws ApiError. */
export function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  return ask(method, path, body)
}

/** Sends a request whose response is a stream of progress lines. Throws ApiError if it is refused. */
export async function stream(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await reach('POST', path, body, signal)
  if (!response.ok) throw await refusal(response)
  return response
}

/**
 * Saves a response to the user's downloads. A plain link would not do: it could not send the header that
 * names the sub-account. Throws ApiError.
 */
export async function saveFile(path: string, params: Params, name: string): Promise<void> {
  download(await (await openFile(path, params)).blob(), name)
}

/** Begins to read a file below `/admin/api`. Throws ApiError if it is refused. */
export async function openFile(path: string, params: Params): Promise<Response> {
  const response = await reach('GET', address(path, params))
  if (!response.ok) throw await refusal(response)
  return response
}

/** Saves bytes as a file of the browser. */
export function download(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await reach(method, path, body, signal)
  if (!response.ok) throw await refusal(response)
  return (await response.json()) as T
}

async function reach(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = {
    ...(method !== 'GET' && { 'x-csrf-token': context.csrf }),
    ...(context.publisher !== undefined && { 'x-publisher': String(context.publisher) }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }), signal }
  try {
    return await fetch(ROOT + path, init)
  } catch (error) {
    if (error instanceof DOMException) throw error
    throw new ApiError(0, navigator.onLine ? words.kit.unreachable : words.kit.offline)
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as {
    statusLong?: string
    errors?: Record<string, string>
    kind?: RefusalKind
    reason?: Reason
    reasons?: Record<string, Reason>
  }
  // A refused sign-in is a 401 too, but no session has ended then.
  if (response.status === 401 && !/\/session(\/|$)/.test(new URL(response.url).pathname)) {
    context.onSignedOut()
    return new ApiError(401, words.kit.signedOut, {}, body)
  }
  // The service writes English. The page has words of its own for what it says as a code.
  const said = body.kind && words.refusals[body.kind]
  const text = said ?? (body.statusLong ? messageText(body.statusLong, body.reason) : words.kit.unexpected)
  const { errors = {}, reasons } = body
  const fields = said
    ? Object.fromEntries(Object.keys(errors).map((name) => [name, said]))
    : messagesText(errors, reasons)
  return new ApiError(response.status, text, fields, body)
}

function address(path: string, params: Params): string {
  const present = Object.entries(params).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
  return query ? `${path}?${query}` : path
}
