import type { Db } from '../db/database.ts'
import { type Pace, returnTurn, takeTurn, type Turn } from './request-bucket.ts'

/** Milliseconds a request waits for its turn at most, and the requests of one name that wait. */
const LONGEST_MS = 2000
const MOST_WAITING = 500
/** Octets that waiting requests of one publisher, and those of all, hold in this process. */
const MOST_BYTES_OF_ONE = 4_000_000
const MOST_BYTES = 32_000_000

export interface TurnRequest {
  publisherId: number
  /** The name of a limit; each name has a bucket. */
  name: string
  /** Octets that the request holds while it waits. */
  bytes: number
  /** Calls `left` when the client is gone. */
  onLeave: (left: () => void) => void
}

/** Lets requests go on at a pace, in the order in which they came. */
export interface Turns {
  readonly pace: Pace
  /**
   * Waits for the turn, if it is near enough and there is room to wait; else takes none. `left`: the client went
   * away meanwhile, and the turn was given back.
   */
  take(request: TurnRequest): Promise<Turn & { left: boolean }>
}

/** Undefined where there is no limit. When `stopping` fires nobody waits any more: what is under way gets done. */
export function createTurns(
  db: Db,
  pace: Pace | undefined,
  now: () => number,
  stopping: AbortSignal,
): Turns | undefined {
  if (!pace) return undefined
  const longestMs = Math.floor(Math.min(LONGEST_MS, (MOST_WAITING * 1000) / pace.perSecond))
  const waiting = new Set<() => void>()
  const held = new Map<number, number>()
  let heldByAll = 0
  stopping.addEventListener('abort', () => [...waiting].forEach((goOn) => goOn()), { once: true })

  return {
    pace,
    async take(request) {
      const { publisherId, name, bytes } = request
      const room =
        (held.get(publisherId) ?? 0) + bytes <= MOST_BYTES_OF_ONE && heldByAll + bytes <= MOST_BYTES
      hold(publisherId, bytes)
      try {
        const turn = await takeTurn(db, publisherId, name, pace, room ? longestMs : 0, now())
        const left = turn.taken && turn.waitMs > 0 && (await clientLeaves(request, turn.waitMs))
        // Those behind keep their turns: the next request to come has this one.
        if (left) await returnTurn(db, publisherId, name)
        return { ...turn, left }
      } finally {
        hold(publisherId, -bytes)
      }
    },
  }

  /** False when the turn has come, true when the client left before. */
  function clientLeaves({ onLeave }: TurnRequest, waitMs: number): Promise<boolean> {
    if (stopping.aborted) return Promise.resolve(false)
    return new Promise((end) => {
      const goOn = () => finish(false)
      const timer = setTimeout(goOn, waitMs)
      waiting.add(goOn)
      onLeave(() => finish(true))
      function finish(left: boolean) {
        clearTimeout(timer)
        waiting.delete(goOn)
        end(left)
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
