/** A refusal of the service, or no answer at all. `status` is 0 when nothing was reached. */
export class ApiError extends Error {
  readonly status: number
  /** What is wrong with each field, by its name. */
  readonly fields: Record<string, string>
  /** The whole answer. */
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
const SIGNED_OUT = 'You were signed out. Sign in, then try again.'
const OFFLINE = 'You are offline. Try again once there is a connection.'
const NO_CONNECTION = 'The service can’t be reached. Check your connection.'

/** True when the request failed because this device has no connection. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !navigator.onLine
}

interface Standing {
  csrf: string
  /** The sub-account a partner's staff acts in; undefined: their own publisher. */
  publisher?: number
  /** Called when the session is over. */
  onSignedOut: () => void
}

const standing: Standing = { csrf: '', onSignedOut: () => {} }

/** Tells what every request from now on says of who sends it. */
export function setStanding(given: Partial<Standing>): void {
  Object.assign(standing, given)
}

/** Which sub-account is acted in; undefined: one's own publisher. */
export function actingIn(): number | undefined {
  return standing.publisher
}

/** Reads, by a path below `/admin/api`. The whole answer: `{ data, … }`. Throws ApiError. */
export function get<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  return ask('GET', address(path, params), undefined, signal)
}

/** Changes something. The whole answer. Throws ApiError. */
export function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  return ask(method, path, body)
}

/** Sends and gives the answer as it comes: for long work that tells how far it is. Throws ApiError on refusal. */
export async function stream(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await reach('POST', path, body, signal)
  if (!response.ok) throw await refusal(response)
  return response
}

/**
 * Saves something to the person's downloads. Asked for by script and not by a link, because only so the service
 * is told which sub-account it is about. Throws ApiError.
 */
export async function saveFile(path: string, params: Params, name: string): Promise<void> {
  const response = await reach('GET', address(path, params))
  if (!response.ok) throw await refusal(response)
  const url = URL.createObjectURL(await response.blob())
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
    ...(method !== 'GET' && { 'x-csrf-token': standing.csrf }),
    ...(standing.publisher !== undefined && { 'x-publisher': String(standing.publisher) }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }), signal }
  try {
    return await fetch(ROOT + path, init)
  } catch (error) {
    if (error instanceof DOMException) throw error
    throw new ApiError(0, navigator.onLine ? NO_CONNECTION : OFFLINE)
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as {
    statusLong?: string
    errors?: Record<string, string>
  }
  // Signing in is refused with 401 too, and then nothing has ended.
  if (response.status === 401 && !/\/session(\/|$)/.test(new URL(response.url).pathname)) {
    standing.onSignedOut()
    return new ApiError(401, SIGNED_OUT, {}, body)
  }
  const text = body.statusLong ?? 'The service answered with something else than expected.'
  return new ApiError(response.status, text, body.errors, body)
}

function address(path: string, params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query ? `${path}?${query}` : path
}
