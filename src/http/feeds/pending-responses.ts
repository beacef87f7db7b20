import type { ServerResponse } from 'node:http'

/** Bytes of feeds that clients requested but have not received yet. */
const MOST_BYTES = 24_000_000

/** Responses with feeds that are still being sent. */
export interface PendingResponses {
  /** Call it for each response with a feed. Several responses may share a buffer. */
  add(body: Buffer, res: ServerResponse): void
  readonly bytes: number
}

/**
 * Bounds the memory held by slow readers: above `most` bytes, the oldest connections are closed. A buffer
 * counts once, however many clients receive it.
 */
export function limitPendingResponses(most = MOST_BYTES): PendingResponses {
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
      // On close, the operating system has all bytes or the connection is gone.
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
