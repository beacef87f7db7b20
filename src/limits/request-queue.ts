import type { Db } from '../db/database.ts'
import { type Pace, type Reservation, reserveToken, returnToken } from './token-bucket.ts'

/** Limits of waiting: milliseconds for a request, and requests of one API key. */
const LONGEST_MS = 2000
const MOST_WAITING = 500
/** Bytes that waiting requests may hold in this process: those of one publisher, and all together. */
const MOST_BYTES_OF_ONE = 4_000_000
const MOST_BYTES = 32_000_000

export interface WaitingRequest {
  publisherId: number
  /** The name of the token bucket. */
  name: string
  /** Bytes of memory that the request holds while it waits. */
  bytes: number
  /** Registers a function to call when the client disconnects. */
  onLeave: (listener: () => void) => void
}

/** Delays requests to a steady rate, in order of arrival. */
export interface RequestQueue {
  readonly pace: Pace
  /**
   * Waits for a token, unless the wait would be too long or too many bytes are waiting already: then
   * `granted` is false. `clientLeft`: the client disconnected while waiting, and the token was put back.
   */
  wait(request: WaitingRequest): Promise<Reservation & { clientLeft: boolean }>
}

/**
 * Returns undefined if no rate is configured. When `stopping` fires, all waiting requests proceed at once.
 */
export function createRequestQueue(
  db: Db,
  pace: Pace | undefined,
  now: () => number,
  stopping: AbortSignal,
): RequestQueue | undefined {
  if (!pace) return undefined
  const longestMs = Math.floor(Math.min(LONGEST_MS, (MOST_WAITING * 1000) / pace.perSecond))
  const waiting = new Set<() => void>()
  const held = new Map<number, number>()
  let heldByAll = 0
  stopping.addEventListener('abort', () => [...waiting].forEach((goOn) => goOn()), { once: true })

  return {
    pace,
    async wait(request) {
      const { publisherId, name, bytes } = request
      const mayWait =
        (held.get(publisherId) ?? 0) + bytes <= MOST_BYTES_OF_ONE && heldByAll + bytes <= MOST_BYTES
      hold(publisherId, bytes)
      try {
        const reservation = await reserveToken(db, publisherId, name, pace, mayWait ? longestMs : 0, now())
        const { granted, waitMs } = reservation
        const clientLeft = granted && waitMs > 0 && (await clientLeaves(request, waitMs))
        // Requests that already wait keep their times; the next one to arrive gets this token.
        if (clientLeft) await returnToken(db, publisherId, name)
        return { ...reservation, clientLeft }
      } finally {
        hold(publisherId, -bytes)
      }
    },
  }

  /** Resolves to false after `waitMs`, or to true as soon as the client disconnects. */
  function clientLeaves({ onLeave }: WaitingRequest, waitMs: number): Promise<boolean> {
    if (stopping.aborted) return Promise.resolve(false)
    return new Promise((resolve) => {
      const goOn = () => finish(false)
      const timer = setTimeout(goOn, waitMs)
      waiting.add(goOn)
      onLeave(() => finish(true))
      function finish(clientLeft: boolean) {
        clearTimeout(timer)
        waiting.delete(goOn)
        resolve(clientLeft)
      }
    })
  }

  function hold(publisherId: number, bytes: number): void {
    heldByAll += bytes
    const total = (held.get(publisherId) ?? 0) + bytes
    if (total > 0) held.set(publisherId, total)
    else held.delete(publisherId)
  }
}
