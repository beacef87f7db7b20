import type { Wait } from '../../client/src/index.ts'

/** Signals that ask a command to end. */
export const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The exit code of a program that was ended by Ctrl-C. */
export const INTERRUPTED = 130

/**
 * Ends a command after the current batch at the first signal. Ends it immediately at the second signal, or if
 * it only waits.
 */
export class Interruption implements Disposable {
  private readonly stop = new AbortController()
  private readonly end = new AbortController()
  private waitingUntil = 0

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.interrupt)
  }

  get stopping(): AbortSignal {
    return this.stop.signal
  }

  get abort(): AbortSignal {
    return this.end.signal
  }

  /** The client's callback before it waits. */
  readonly onWait = ({ ms, why, error }: Wait) => {
    this.waitingUntil = Date.now() + ms
    if (why === 'retry' && error?.status !== 429)
      console.error(`fasti: ${error?.message}; trying again in ${Math.ceil(ms / 1000)} s`)
  };

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) process.off(signal, this.interrupt)
  }

  private readonly interrupt = () => {
    const atOnce = this.stop.signal.aborted || Date.now() < this.waitingUntil
    this.stop.abort()
    if (atOnce) this.end.abort()
    else console.error('fasti: stopping after the batch under way; once more stops at once')
  }
}
