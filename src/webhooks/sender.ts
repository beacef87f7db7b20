import { Agent, request } from 'undici'
import { guardedConnector, type Resolve, resolveByDns, resolveBySystem } from './guarded-connect.ts'
import { readRetryAfter } from './retry-after.ts'
import { describeSendError } from './send-error.ts'

/** What came of one POST. */
export interface SendResult {
  /** A 2xx status came, whatever became of the rest of the answer: the receiver has the notification. */
  ok: boolean
  /** Null when no answer came. */
  status: number | null
  /** Why it is not ok, in a few plain words. */
  error: string | null
  /** The beginning of the answer's body as text, at most 1024 bytes of UTF-8, without NUL. */
  answer: string
  durationMs: number
  /** Only with status 429 and 503. */
  retryAfterSeconds?: number
}

export interface Sender {
  /** Posts to a callback. Never rejects. How many at once is for the caller to limit. */
  send(url: string, headers: Record<string, string>, body: string): Promise<SendResult>
  /** Closes all connections; what is under way fails. */
  close(): Promise<void>
}

export interface SenderOptions {
  /** Whether private networks and this machine may be reached. */
  allowPrivate: boolean
  /** For the whole exchange, from resolving the name to the end of the answer. */
  timeoutMs?: number
  /** After so much of the answer's body the connection is cut. */
  maxAnswerBytes?: number
  resolve?: Resolve
}

/** What is kept of an answer, in bytes. */
const KEPT_BYTES = 1024
const MAX_HEADER_BYTES = 16_384
const POSTS_PER_CONNECTION = 100
/**
 * How long an idle connection is kept for the next notification. Well short of any server's own limit (2 s is
 * the shortest in use, gunicorn's), for a server must not close it just when we write.
 */
const KEEP_ALIVE_MS = 1000

/** Posts to receivers that are not to be trusted, and to none that may not be reached. */
export function createSender(options: SenderOptions): Sender {
  const { allowPrivate, timeoutMs = 10_000, maxAnswerBytes = 65_536 } = options
  // Where private addresses are allowed, the names of the private network are wanted too.
  const { resolve = allowPrivate ? resolveBySystem : resolveByDns } = options
  const maxBytes = POSTS_PER_CONNECTION * (MAX_HEADER_BYTES + maxAnswerBytes)
  const agent = new Agent({
    connect: guardedConnector({ allowPrivate, resolve, timeoutMs, maxBytes }),
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxRequestsPerClient: POSTS_PER_CONNECTION,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // Limits between two bytes, which a receiver can keep to for ever; ours is for the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function post(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<Omit<SendResult, 'durationMs'>> {
    try {
      const posting = request(url, {
        dispatcher: agent, // follows no redirects
        method: 'POST',
        headers,
        body,
        signal,
      })
      // undici heeds the signal only once it is connected.
      const { statusCode: status, ...response } = await Promise.race([posting, aborted(signal)])
      const retryAfterSeconds = retryAfter(status, response.headers['retry-after'])
      const answer = toText(await readStart(response.body, maxAnswerBytes))
      const ok = status >= 200 && status < 300
      const error = ok ? null : describeStatus(status)
      return { ok, status, error, answer, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
    } catch (error) {
      return { ok: false, status: null, error: describeSendError(error), answer: '' }
    }
  }

  return {
    async send(url, headers, body) {
      const start = performance.now()
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(new DeadlineError()), timeoutMs)
      const result = await post(url, headers, body, deadline.signal)
      clearTimeout(timer)
      return { ...result, durationMs: Math.round(performance.now() - start) }
    },
    close: () => agent.destroy(),
  }
}

class DeadlineError extends Error {
  readonly code = 'DEADLINE'
}

/** Rejects when the signal fires. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** The beginning of a body. Stopping early destroys the connection. */
async function readStart(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const kept: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      if (bytes < KEPT_BYTES) kept.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } catch {
    // Broken off, or out of time. The status has come, and it is what counts.
  }
  return Buffer.concat(kept).subarray(0, KEPT_BYTES)
}

/** Text that any database and page can hold. A character cut in two at the end is left out. */
function toText(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '')
  // A byte that is no UTF-8 has become three.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(KEPT_BYTES))
  return text.slice(0, read)
}

function retryAfter(status: number, value: string | string[] | undefined): number | undefined {
  if ((status !== 429 && status !== 503) || typeof value !== 'string') return undefined
  return readRetryAfter(value, Date.now())
}

function describeStatus(status: number): string {
  const redirect = status >= 300 && status < 400
  return redirect ? `answered ${status}, redirects are not followed` : `answered ${status}`
}
