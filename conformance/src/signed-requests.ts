import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two requests: below the general limit of 50 a second. */
const SPACING_MS = 21
const TIMEOUT_MS = 60_000
const MAX_ATTEMPTS = 8

/** JSON of any shape: the checks judge what a server sends. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type Json = any

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Undefined if the body is not JSON. */
  body: Json
}

export interface Credentials {
  apiKey: string
  secret: string
}

export interface SendOptions {
  headers?: Record<string, string>
  /** Leaves the body out of the signature, for a DELETE. */
  bodyUnsigned?: boolean
  /** Changes the signed URL, to make it invalid. */
  spoil?: (url: URL) => void
  /** Does not wait before the request or after a 429, because the check expects 429. */
  atOnce?: boolean
}

/**
 * `apiSign`, implemented from the specification, independently of the service. `query`: the decoded
 * parameters in the order they are sent.
 */
export function apiSign(secret: string, query: [string, string][], body: string | Buffer): string {
  const sorted = query
    .filter(([name]) => name !== 'apiSign')
    .map(([name, value]) => ({ name: Buffer.from(name), value: Buffer.from(value) }))
    .sort((a, b) => Buffer.compare(a.name, b.name))
  const md5 = createHash('md5').update(secret)
  for (const { name, value } of sorted) md5.update(name).update(value)
  return md5.update(body).digest('hex')
}

/** Sends signed requests to the server under test, within its rate limits, and repeats them after a 429. */
export class SignedRequests {
  readonly base: string
  readonly #credentials: Credentials
  readonly #paceMs: number
  #lastAt = 0
  #lastBatchAt = 0

  /** `base`: the server's address without `/apiv2`. `paceMs`: between batch requests. */
  constructor(base: string, credentials: Credentials, paceMs: number) {
    this.base = base.replace(/\/+$/, '')
    this.#credentials = credentials
    this.#paceMs = paceMs
  }

  get = (path: string, options?: SendOptions) => this.call('GET', path, undefined, options)
  post = (path: string, body?: unknown, options?: SendOptions) => this.call('POST', path, body, options)
  put = (path: string, body?: unknown, options?: SendOptions) => this.call('PUT', path, body, options)
  delete = (path: string, body?: unknown, options?: SendOptions) => this.call('DELETE', path, body, options)

  /** Sends texts and bytes unchanged, other bodies as JSON. `path`: below `/apiv2`, or `/admin/api/…`. */
  async call(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<Answer> {
    const raw =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const url = this.signed(path, options.bodyUnsigned ? '' : (raw ?? ''))
    options.spoil?.(url)
    const init = {
      method,
      headers: { 'content-type': 'application/json', ...options.headers },
      ...(raw !== undefined && { body: raw as BodyInit }),
    }
    return this.fetch(url.href, init, options.atOnce)
  }

  signed(path: string, body: string | Buffer): URL {
    const url = new URL(this.base + (path.startsWith('/admin/') ? '' : '/apiv2') + path)
    url.searchParams.append('apiKey', this.#credentials.apiKey)
    url.searchParams.append('apiSign', apiSign(this.#credentials.secret, [...url.searchParams], body))
    return url
  }

  /** Sends an unsigned request. Throws if there is no response. */
  async fetch(url: string, init: RequestInit = {}, atOnce = false): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      if (!atOnce) await this.#pause(url.includes('/batch/'))
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(url, { redirect: 'manual', signal, ...init })
      const text = await response.text()
      // Measured from the response on, because the server starts to count before it.
      if (url.includes('/batch/')) this.#lastBatchAt = Date.now()
      if (response.status === 429 && !atOnce && attempt < MAX_ATTEMPTS) {
        await sleep(Math.min(Number(response.headers.get('retry-after')) || 2, 60) * 1000)
        continue
      }
      return { status: response.status, headers: response.headers, text, body: parse(text) }
    }
  }

  async #pause(batch: boolean): Promise<void> {
    const due = Math.max(this.#lastAt + SPACING_MS, batch ? this.#lastBatchAt + this.#paceMs : 0)
    const wait = due - Date.now()
    if (wait > 0) await sleep(wait)
    this.#lastAt = Date.now()
  }

  /** Waits until a batch request is due again. */
  async restBatch(): Promise<void> {
    const wait = this.#lastBatchAt + this.#paceMs - Date.now()
    if (wait > 0) await sleep(wait)
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
