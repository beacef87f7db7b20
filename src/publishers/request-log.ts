import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { isBusy, isUnreachable } from '../db/transact.ts'
import type { FieldErrors } from '../errors.ts'
import { insertRequests } from './request-log-store.ts'

/** A signed request, as the log remembers it for a week. */
export interface LoggedRequest {
  publisherId: number
  id: string
  /** Epoch milliseconds: when it was answered. */
  at: number
  apiKey: string
  method: string
  /** Without the query. */
  path: string
  status: number
  /** The `statusLong` of a refusal; empty: none. */
  reason: string
  errors: FieldErrors | null
  durationMs: number
  /** What the answer has in `X-Request-Id`. */
  requestId: string
  /** What the signature checker needs, of a request whose signature was refused. */
  unsigned: UnsignedRequest | null
}

export interface UnsignedRequest {
  /** Path and query as they came, cut to `MOST_URL` characters. */
  url: string
  /** Empty: the body was too large to be kept. */
  bodySha256: string
  bodyBytes: number
}

export const MOST_URL = 2000

/** Gathers requests in memory and writes them together, so that a request waits for no write of its log. */
export interface RequestLog {
  note(request: LoggedRequest): void
  /**
   * Whether there is room for one more request of a publisher whose signature was not verified. API keys stand
   * in web pages, so anybody can make such requests: they must not crowd out the others.
   */
  takesUnverified(publisherId: number): boolean
  /** Writes what was gathered. */
  flush(): Promise<void>
  /** How many were left out since the start, because they could not be written or were too many. */
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
    note(request) {
      waiting.push(request)
      bound()
    },
    takesUnverified(publisherId) {
      const count = unverified.get(publisherId) ?? 0
      unverified.set(publisherId, count + 1)
      if (count >= MOST_UNVERIFIED) dropped++
      return count < MOST_UNVERIFIED
    },
    async flush() {
      const requests = waiting
      waiting = []
      unverified = new Map()
      for (let from = 0; from < requests.length; from += ROWS_AT_ONCE) {
        const rows = requests.slice(from, from + ROWS_AT_ONCE)
        try {
          await insertRequests(db, rows)
        } catch (error) {
          // What the database can't take now it takes later; what it can't take at all must not stop the rest.
          const later = isBusy(error) || isUnreachable(error)
          if (!later) dropped += rows.length
          waiting = [...requests.slice(later ? from : from + ROWS_AT_ONCE), ...waiting]
          bound()
          throw error
        }
      }
    },
    get dropped() {
      return dropped
    },
  }
}

/** Tells the ids of this process from those of others. */
const PROCESS = randomBytes(3).toString('hex')
let count = 0

/** An id whose order is that of time: 12 hex characters of the time, 6 of the process, 6 that count. */
export function requestLogId(at: number): string {
  count = (count + 1) & 0xffffff
  return hexTime(at) + PROCESS + count.toString(16).padStart(6, '0')
}

/** All ids of this time (epoch ms) and later are greater. */
export function hexTime(at: number): string {
  return Math.max(0, at).toString(16).padStart(12, '0')
}
