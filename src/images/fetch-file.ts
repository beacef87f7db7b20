import { Agent, request } from 'undici'
import { guardedConnector, type Resolve, resolveByDns, resolveBySystem } from '../webhooks/guarded-connect.ts'
import { describeSendError } from '../webhooks/send-error.ts'

export interface FetchOptions {
  /** Whether private networks and this machine may be reached. */
  allowPrivate: boolean
  maxBytes: number
  /** For all of it, from resolving the name to the last byte. */
  timeoutMs?: number
  /** Ends it. */
  signal?: AbortSignal
  resolve?: Resolve
  /** The kinds of file that are asked for. */
  accept?: string
  /** Where the server says that the file is elsewhere, tell where. */
  tellLocation?: boolean
}

/**
 * Either all bytes (where there are more than `maxBytes`, the first of them and at least one more), or why there
 * are none, in a few plain words. `location`: where the server says it is instead, if that was asked for.
 */
export type FetchedFile =
  { bytes: Buffer; reason?: undefined } | { bytes?: undefined; reason: string; location?: string }

const MAX_HEADER_BYTES = 16_384

/** Fetches a file from a server that is not to be trusted, and from none that may not be reached. */
export async function fetchFile(url: string, options: FetchOptions): Promise<FetchedFile> {
  const { allowPrivate, maxBytes, timeoutMs = 10_000, signal } = options
  const { resolve = allowPrivate ? resolveBySystem : resolveByDns } = options
  const agent = new Agent({
    // Chunks have heads of their own; whose are as long as themselves is up to something.
    connect: guardedConnector({
      allowPrivate,
      resolve,
      timeoutMs,
      maxBytes: MAX_HEADER_BYTES + 2 * maxBytes,
    }),
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Limits between two bytes, which a server can keep to for ever; ours is for the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new DeadlineError()), timeoutMs)
  const passed = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason as Error))
  })
  const leave = () => deadline.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  try {
    // undici heeds a signal only once it is connected.
    return await Promise.race([get(url, agent, options), passed])
  } catch (error) {
    return { reason: describeSendError(error) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
    await agent.destroy()
  }
}

async function get(url: string, agent: Agent, options: FetchOptions): Promise<FetchedFile> {
  const { maxBytes, accept = 'image/png, image/jpeg', tellLocation } = options
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent, // follows no redirects
    headers: { accept, 'user-agent': 'Fasti/1' },
  })
  if (statusCode !== 200) {
    body.on('error', () => {}).destroy()
    const redirect = statusCode >= 300 && statusCode < 400
    const reason = `answered ${statusCode}${redirect ? ', redirects are not followed' : ''}`
    const { location } = headers
    return { reason, ...(tellLocation && redirect && typeof location === 'string' && { location }) }
  }
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length > maxBytes) break
  }
  return { bytes: Buffer.concat(parts) }
}

class DeadlineError extends Error {
  readonly code = 'DEADLINE'
}
