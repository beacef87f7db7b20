import type { FastiError } from './errors.ts'

/** How a client reaches its server. */
export interface ClientSettings {
  /** Where the service is, such as `https://calendar.example.com`. */
  url: string
  apiKey: string
  secret: string
  /** Signs in the stronger form, which needs a clock that is right within five minutes. */
  sha256?: boolean
  /** Milliseconds an attempt may take; default 60,000. */
  timeoutMs?: number
  /** Milliseconds from a first failure after which a request is given up; default 120,000. */
  giveUpAfterMs?: number
  /** What sends; default: the platform's. */
  fetch?: typeof fetch
  /** Told before each wait for a limit or for a server that does not answer. */
  onWait?: (wait: Wait) => void
}

/** Why nothing is sent for some time. */
export interface Wait {
  ms: number
  /** `pace`: the server takes no more before; `retry`: an attempt failed. */
  why: 'pace' | 'retry'
  /** What failed. */
  error?: FastiError
}

/** How one call is made. */
export interface CallOptions {
  /** Ends it, with its reason. What was sent may have been done. */
  signal?: AbortSignal
}
