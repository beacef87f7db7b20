import type { ServerResponse } from 'node:http'

/** Bytes of feeds that clients have asked for and not taken. */
const MOST_BYTES = 24_000_000

/** Feeds on their way to clients. */
export interface Unsent {
  /** To be called for each response with a feed; several responses may share a buffer. */
  add(body: Buffer, res: ServerResponse): void
  readonly bytes: number
}

/**
 * Bounds the memory that slow readers hold: beyond `most`, the connections that took the longest are closed. A
 * buffer counts once, however many clients read it.
 */
export function boundUnsent(most = MOST_BYTES): Unsent {
  const readers = new Map<Buffer, number>()
  /** Oldest first. */
  const responses = new Map<ServerResponse, Buffer>()
  let bytes = 0

  function remove(res: ServerResponse): void {
    const body = responses.get(res)
    if (!body) return
    responses.delete(res)
    const left = readers.get(body)! - 1
    if (left > 0) readers.set(body, left)
    else {
      readers.delete(body)
      bytes -= body.length
    }
  }

  return {
    add(body, res) {
      const others = readers.get(body) ?? 0
      readers.set(body, others + 1)
      if (others === 0) bytes += body.length
      responses.set(res, body)
      // By then the system has all of it, or the connection is closed.
      res.once('close', () => remove(res))
      for (const oldest of responses.keys()) {
        if (bytes <= most || oldest === res) break
        oldest.destroy()
        remove(oldest)
      }
    },
    get bytes() {
      return bytes
    },
  }
}
