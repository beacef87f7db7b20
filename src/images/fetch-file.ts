import { Agent, request } from 'undici'
import { guardedConnector, type Resolve, resolveByDns, resolveBySystem } from '../net/guarded-connect.ts'
import { describeSendError } from '../net/send-error.ts'

export interface FetchOptions {
  /** Allow private networks and this machine. */
  allowPrivate: boolean
  maxBytes: number
  /** For the whole request, from resolving the name to the last octet. */
  timeoutMs?: number
  /** Aborts the request. */
  signal?: AbortSignal
  resolve?: Resolve
  /** The Accept header. */
  accept?: string
  /** Return the target of a redirect. */
  returnLocation?: boolean
  /** Return 304 instead of the content if it is still this version (RFC 9110, 13.1). */
  known?: FileVersion
}

/** What a server calls a version of a file: `ETag` and `Last-Modified` (RFC 9110, 8.8). */
export interface FileVersion {
  etag?: string
  lastModified?: string
}

/**
 * Either the content (if it is larger than `maxBytes`, the beginning of it with at least one more octet), or
 * the reason why it could not be fetched. `location`: the target of a redirect, if requested. `status`: that of the
 * response, if there was one.
 */
export type FetchedFile =
  | { bytes: Buffer; reason?: undefined; version: FileVersion }
  | { bytes?: undefined; reason: string; location?: string; status?: number; retryAfter?: string }

const MAX_HEADER_BYTES = 16_384
/** Characters of a header that we keep: a longer one is as none. */
const MAX_VERSION = 500

/** Fetches a file from an untrusted server. Refuses private addresses unless they are allowed. */
export async function fetchFile(url: string, options: FetchOptions): Promise<FetchedFile> {
  const { allowPrivate, maxBytes, timeoutMs = 10_000, signal } = options
  const { resolve = allowPrivate ? resolveBySystem : resolveByDns } = options
  const agent = new Agent({
    // Twice the size, since chunks have headers; a server whose headers are as long as its chunks is hostile.
    connect: guardedConnector({
      allowPrivate,
      resolve,
      timeoutMs,
      maxBytes: MAX_HEADER_BYTES + 2 * maxBytes,
    }),
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Timeouts between two octets are useless against a slow server; ours is for the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new DeadlineError()), timeoutMs)
  const passed = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason as Error))
  })
  const abort = () => deadline.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  try {
    // undici observes a signal only after it is connected.
    return await Promise.race([get(url, agent, options), passed])
  } catch (error) {
    return { reason: describeSendError(error) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await agent.destroy()
  }
}

async function get(url: string, agent: Agent, options: FetchOptions): Promise<FetchedFile> {
  const { maxBytes, accept = 'image/png, image/jpeg', returnLocation, known = {} } = options
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent, // does not follow redirects
    headers: {
      ...{ accept, 'user-agent': 'Fasti/1' },
      ...(known.etag !== undefined && { 'if-none-match': known.etag }),
      ...(known.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
    },
  })
  const text = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= MAX_VERSION ? value : undefined
  }
  if (statusCode !== 200) {
    body.on('error', () => {}).destroy()
    const redirect = statusCode >= 300 && statusCode < 400
    const reason = `answered ${statusCode}${redirect ? ', redirects are not followed' : ''}`
    const { location } = headers
    const retryAfter = text('retry-after')
    return {
      ...{ reason, status: statusCode },
      ...(retryAfter !== undefined && { retryAfter }),
      ...(returnLocation && redirect && typeof location === 'string' && { location }),
    }
  }
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length > maxBytes) break
  }
  const [etag, lastModified] = [text('etag'), text('last-modified')]
  const version = { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) }
  return { bytes: Buffer.concat(parts), version }
}

class DeadlineError extends Error {
  readonly code = 'DEADLINE'
}
