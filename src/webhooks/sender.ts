import { Agent, request } from 'undici'
import { guardedConnector, type Resolve, resolveByDns, resolveBySystem } from '../net/guarded-connect.ts'
import { describeSendError } from '../net/send-error.ts'
import { readRetryAfter } from './retry.ts'

/** The result of one POST. */
export interface SendResult {
  /** The status is 2xx: the receiver has the notification, even if the rest of the answer is broken. */
  ok: boolean
  /** Null: no answer. */
  status: number | null
  /** The reason of a failure in a few plain words. */
  error: string | null
  /** The beginning of the answer's body as text, at most 1024 bytes of UTF-8, without NUL. */
  answer: string
  durationMs: number
  /** Only with status 429 and 503. */
  retryAfterSeconds?: number
}

export interface Sender {
  /** Posts to a callback or a push service. Never rejects. The caller limits the number of requests at once. */
  send(url: string, headers: Record<string, string>, body: string | Buffer): Promise<SendResult>
  /** Closes all connections. Requests under way fail. */
  close(): Promise<void>
}

export interface SenderOptions {
  /** Allows private networks and this machine. */
  allowPrivate: boolean
  /** The limit for the whole exchange, from resolving the name to the end of the answer. */
  timeoutMs?: number
  /** The connection is cut after this many bytes of the answer's body. */
  maxAnswerBytes?: number
  resolve?: Resolve
}

/** The size of the part of an answer that is kept. */
const KEPT_BYTES = 1024
const MAX_HEADER_BYTES = 16_384
const POSTS_PER_CONNECTION = 100
/**
 * The time for which an idle connection is kept. It is well short of any server's own limit (gunicorn's 2 s is the
 * shortest in use), because a server must not close the connection just when we write.
 */
const KEEP_ALIVE_MS = 1000

/** Creates a sender that connects to allowed addresses only and trusts no receiver. */
export function createSender(options: SenderOptions): Sender {
  const { allowPrivate, timeoutMs = 10_000, maxAnswerBytes = 65_536 } = options
  // A private network has names of its own, which only the system's resolver knows.
  const { resolve = allowPrivate ? resolveBySystem : resolveByDns } = options
  const maxBytes = POSTS_PER_CONNECTION * (MAX_HEADER_BYTES + maxAnswerBytes)
  const agent = new Agent({
    connect: guardedConnector({ allowPrivate, resolve, timeoutMs, maxBytes }),
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxRequestsPerClient: POSTS_PER_CONNECTION,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // These limit the time between two bytes, so a receiver can stay below them for ever. Ours limits the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function post(
    url: string,
    headers: Record<string, string>,
    body: string | Buffer,
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
      // undici ignores the signal until it is connected.
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

/** Reads the beginning of a body. Stopping early destroys the connection. */
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
    // The answer broke off or took too long. Its status decides.
  }
  return Buffer.concat(kept).subarray(0, KEPT_BYTES)
}

/** Decodes text for the database and the admin portal, without NUL and without a character that is cut at the end. */
function toText(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '')
  // A byte that is not UTF-8 has become three.
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
