import type { FastiError } from './errors.ts'

/** Settings of a client. */
export interface ClientSettings {
  /** The base URL of the service, such as `https://calendar.example.com`. */
  url: string
  apiKey: string
  secret: string
  /** Signs with HMAC-SHA256, which needs a clock that is right within five minutes; default: MD5. */
  sha256?: boolean
  /** Milliseconds that one attempt may take; default 60,000. */
  timeoutMs?: number
  /** Milliseconds after the first failure in which a request is repeated; default 120,000. */
  giveUpAfterMs?: number
  /** The `fetch` to use; default: the platform's. */
  fetch?: typeof fetch
  /** Called before each wait, for a rate limit or before a repetition. */
  onWait?: (wait: Wait) => void
}

/** A wait before the next request, and its reason. */
export interface Wait {
  ms: number
  /** `pace`: the rate limit is used up; `retry`: an attempt has failed. */
  why: 'pace' | 'retry'
  /** The error of the failed attempt. */
  error?: FastiError
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call with the signal's reason. The server may already have done the work. */
  signal?: AbortSignal
}
