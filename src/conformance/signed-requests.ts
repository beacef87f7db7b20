import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two requests: below the general limit of 50 a second. */
const SPACING_MS = 21
const PATIENCE_MS = 60_000
const MOST_TRIES = 8

/** JSON of any shape: what a server sends is judged by the checks. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type Json = any

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Undefined where the body is no JSON. */
  body: Json
}

export interface Credentials {
  apiKey: string
  secret: string
}

export interface Sending {
  headers?: Record<string, string>
  /** The body of a DELETE is left out of the signature. */
  bodyUnsigned?: boolean
  /** Changes the finished address, to spoil it. */
  spoil?: (url: URL) => void
  /** An answer 429 is wanted: nothing is waited for, before or after. */
  atOnce?: boolean
}

/**
 * `apiSign` as the specification tells it, written a second time: of nothing the service is made of. `query` has the
 * decoded parameters in the order in which they are sent.
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

/** Speaks to the server under test: signed, no faster than it allows, and again where it asks to wait. */
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

  get = (path: string, sending?: Sending) => this.call('GET', path, undefined, sending)
  post = (path: string, body?: unknown, sending?: Sending) => this.call('POST', path, body, sending)
  put = (path: string, body?: unknown, sending?: Sending) => this.call('PUT', path, body, sending)
  delete = (path: string, body?: unknown, sending?: Sending) => this.call('DELETE', path, body, sending)

  /** A body that is a text or bytes goes as it is, anything else as JSON. `path` is below `/apiv2` or `/admin/api`. */
  async call(method: string, path: string, body?: unknown, sending: Sending = {}): Promise<Answer> {
    const raw =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const url = this.signed(path, sending.bodyUnsigned ? '' : (raw ?? ''))
    sending.spoil?.(url)
    const init = {
      method,
      headers: { 'content-type': 'application/json', ...sending.headers },
      ...(raw !== undefined && { body: raw as BodyInit }),
    }
    return this.fetch(url.href, init, sending.atOnce)
  }

  signed(path: string, body: string | Buffer): URL {
    const url = new URL(this.base + (path.startsWith('/admin/') ? '' : '/apiv2') + path)
    url.searchParams.append('apiKey', this.#credentials.apiKey)
    url.searchParams.append('apiSign', apiSign(this.#credentials.secret, [...url.searchParams], body))
    return url
  }

  /** Sends anything. Throws where no answer comes. */
  async fetch(url: string, init: RequestInit = {}, atOnce = false): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      if (!atOnce) await this.#pause(url.includes('/batch/'))
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const response = await fetch(url, { redirect: 'manual', signal, ...init })
      const text = await response.text()
      // From the answer on: the server began to count before it.
      if (url.includes('/batch/')) this.#lastBatchAt = Date.now()
      if (response.status === 429 && !atOnce && tries < MOST_TRIES) {
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
