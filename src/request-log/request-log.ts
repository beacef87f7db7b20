import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { isBusy, isUnreachable } from '../db/transact.ts'
import type { FieldErrors } from '../errors.ts'
import { hexTime, insertRequests } from './request-log-store.ts'

/** An API request, kept in the log for a week. */
export interface LoggedRequest {
  publisherId: number
  id: string
  /** Time of the response, in epoch milliseconds. */
  at: number
  apiKey: string
  method: string
  /** Without the query. */
  path: string
  status: number
  /** The `statusLong` of a refusal, else empty. */
  reason: string
  errors: FieldErrors | null
  durationMs: number
  /** The `X-Request-Id` of the response. */
  requestId: string
  /** Data for the signature checker; set only if the signature was refused. */
  unsigned: UnsignedRequest | null
}

export interface UnsignedRequest {
  /** Path and query as received, cut to `MOST_URL` characters. */
  url: string
  /** Empty if the body was too large to be hashed. */
  bodySha256: string
  bodyBytes: number
}

export const MOST_URL = 2000

/** Collects requests in memory and writes them in batches, so that no request waits for its log entry. */
export interface RequestLog {
  add(request: LoggedRequest): void
  /**
   * Returns whether one more request without a valid signature may be logged for a publisher. API keys are
   * visible in web pages, so anyone can send such requests; they must not push out the others.
   */
  acceptsUnverified(publisherId: number): boolean
  /** Writes the collected requests, of one publisher or of all. */
  flush(publisherId?: number): Promise<void>
  /** The number of requests dropped since the start: they could not be written, or there were too many. */
  readonly dropped: number
}

const MOST_WAITING = 20_000
const DROPPED_AT_ONCE = 1000
const ROWS_AT_ONCE = 200
/** Unverified requests of one publisher from one flush to the next. */
const MOST_UNVERIFIED = 100

export function createRequestLog(db: Db): RequestLog {
  let waiting: LoggedRequest[] = []
  let unverified = new Map<number, number>()
  let dropped = 0
  const bound = () => {
    if (waiting.length <= MOST_WAITING) return
    dropped += waiting.splice(0, waiting.length - MOST_WAITING + DROPPED_AT_ONCE).length
  }
  return {
    add(request) {
      waiting.push(request)
      bound()
    },
    acceptsUnverified(publisherId) {
      const count = unverified.get(publisherId) ?? 0
      unverified.set(publisherId, count + 1)
      if (count >= MOST_UNVERIFIED) dropped++
      return count < MOST_UNVERIFIED
    },
    async flush(only) {
      const all = Map.groupBy(waiting, ({ publisherId }) => publisherId)
      const publishers = only === undefined ? all : new Map([[only, all.get(only) ?? []]])
      waiting = only === undefined ? [] : waiting.filter(({ publisherId }) => publisherId !== only)
      if (only === undefined) unverified = new Map()
      try {
        await eachAlone(publishers.values(), write)
      } finally {
        // The next flush writes what is left.
        waiting.push(...[...publishers.values()].flat())
        waiting.sort((a, b) => (a.id < b.id ? -1 : 1))
        bound()
      }
    },
    get dropped() {
      return dropped
    },
  }

  /** Writes the requests of one publisher, and takes them off the list. */
  async function write(own: LoggedRequest[]): Promise<void> {
    while (own.length > 0) {
      const rows = own.slice(0, ROWS_AT_ONCE)
      try {
        await insertRequests(db, rows)
      } catch (error) {
        // Rows that the database rejects for another reason are dropped, so that they don't block the rest forever.
        if (!isBusy(error) && !isUnreachable(error)) dropped += own.splice(0, rows.length).length
        throw error
      }
      own.splice(0, rows.length)
    }
  }
}

/** Separates the ids of this process from those of other processes. */
const PROCESS = randomBytes(3).toString('hex')
let count = 0

/** Returns an id that sorts by time: 12 hex digits of the time, 6 of the process, 6 of a counter. */
export function requestLogId(at: number): string {
  count = (count + 1) & 0xffffff
  return hexTime(at) + PROCESS + count.toString(16).padStart(6, '0')
}
