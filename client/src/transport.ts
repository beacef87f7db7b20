import { type Answer, readBody, refusalOf } from './answer.ts'
import type { Bytes } from './bytes.ts'
import { FastiError } from './errors.ts'
import { mayHaveBeenDone, mayRepeat, reasonOf, withUncertainty } from './failures.ts'
import { Lane } from './lane.ts'
import type { Operation } from './operation.ts'
import { baseOf, bytesOf, signedUrl } from './request.ts'
import type { ClientSettings } from './settings.ts'
import { backoff, sleep, waitOf } from './waiting.ts'

/** Signs, sends, waits as the server asks, and sends again what may be sent again. */
export class Transport {
  private readonly lanes = { api: new Lane(), batch: new Lane() }
  private readonly settings: ClientSettings
  private readonly base: string

  constructor(settings: ClientSettings) {
    this.settings = settings
    this.base = baseOf(settings.url)
  }

  /** The answer of an operation; throws `FastiError` where it is refused or none comes. */
  async send(operation: Operation): Promise<Answer> {
    const lane = this.lanes[operation.batch ? 'batch' : 'api']
    if (!operation.batch) return this.attempts(operation, lane)
    return lane.inTurn(() => this.attempts(operation, lane))
  }

  private async attempts(operation: Operation, lane: Lane): Promise<Answer> {
    const { giveUpAfterMs = 120_000, onWait } = this.settings
    const body = bytesOf(operation.body)
    let failedSince: number | undefined
    let uncertain = false
    for (let attempts = 1; ; attempts++) {
      await this.pace(lane, operation.signal)
      const outcome = await this.attempt(operation, body, { attempts, uncertain })
      if ('headers' in outcome) lane.learn(outcome.headers)
      const error = 'headers' in outcome ? refusalOf(outcome, this.settings.sha256 ?? false) : outcome
      if (!error || (uncertain && operation.doneBefore?.(error))) return outcome as Answer
      uncertain ||= mayHaveBeenDone(error, 'headers' in outcome)
      failedSince ??= performance.now()
      // A `Retry-After` of 0, or of a time that is past, says no more than none.
      const asked = error.retryAfter || undefined
      const wait = error.status === 429 || asked ? waitOf(asked) : backoff(attempts)
      const late = performance.now() + wait - failedSince > giveUpAfterMs
      if (late || !mayRepeat(error, uncertain, operation)) throw withUncertainty(error, uncertain)
      onWait?.({ ms: wait, why: 'retry', error })
      await sleep(wait, operation.signal)
    }
  }

  private async pace(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    for (let ms = lane.wait(); ms > 0; ms = lane.wait()) {
      this.settings.onWait?.({ ms, why: 'pace' })
      await sleep(ms, signal)
    }
  }

  private async attempt(
    operation: Operation,
    body: Bytes,
    so: { attempts: number; uncertain: boolean },
  ): Promise<Answer | FastiError> {
    const { signal } = operation
    const { timeoutMs = 60_000, fetch: send = fetch } = this.settings
    signal?.throwIfAborted()
    const ended = new AbortController()
    const timer = setTimeout(
      () => ended.abort(new Error(`no answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    const abort = () => ended.abort(signal!.reason)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const response = await send(await signedUrl(this.base, this.settings, operation, body), {
        method: operation.method,
        headers: { ...(body.length > 0 && { 'content-type': 'application/json' }), ...operation.headers },
        redirect: 'manual',
        signal: ended.signal,
        ...(body.length > 0 && { body }),
      })
      return { status: response.status, headers: response.headers, body: await readBody(response), ...so }
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof FastiError) return cause
      return new FastiError(`${this.base} does not answer: ${reasonOf(cause)}`, { cause, ...so })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}
