import { type Answer, readBody, refusalOf } from './answer.ts'
import type { Bytes } from './bytes.ts'
import { FastiError } from './errors.ts'
import { mayHaveSucceeded, mayRepeat, reasonOf, withUncertainty } from './failures.ts'
import type { Operation } from './operation.ts'
import { RateLimit } from './rate-limit.ts'
import { baseOf, bytesOf, signedUrl } from './request.ts'
import type { ClientSettings } from './settings.ts'
import { backoff, sleep, waitOf } from './waiting.ts'

/** Signs and sends requests, waits for rate limits, and repeats failed attempts if that is safe. */
export class Transport {
  private readonly limits = { api: new RateLimit(), batch: new RateLimit() }
  private readonly settings: ClientSettings
  private readonly base: string

  constructor(settings: ClientSettings) {
    this.settings = settings
    this.base = baseOf(settings.url)
  }

  /** Returns the response to an operation. Throws `FastiError` if it is refused or gets no response. */
  async send(operation: Operation): Promise<Answer> {
    const limit = this.limits[operation.batch ? 'batch' : 'api']
    if (!operation.batch) return this.attempts(operation, limit)
    return limit.runInOrder(() => this.attempts(operation, limit))
  }

  private async attempts(operation: Operation, limit: RateLimit): Promise<Answer> {
    const { giveUpAfterMs = 120_000, onWait } = this.settings
    const body = bytesOf(operation.body)
    let failedSince: number | undefined
    let uncertain = false
    for (let attempts = 1; ; attempts++) {
      await this.pace(limit, operation.signal)
      const outcome = await this.attempt(operation, body, { attempts, uncertain })
      if ('headers' in outcome) limit.learn(outcome.headers)
      const error = 'headers' in outcome ? refusalOf(outcome, this.settings.sha256 ?? false) : outcome
      if (!error || (uncertain && operation.isAlreadyDone?.(error))) return outcome as Answer
      uncertain ||= mayHaveSucceeded(error, 'headers' in outcome)
      failedSince ??= performance.now()
      // A `Retry-After` of 0 or with a past time counts as none.
      const retryAfter = error.retryAfter || undefined
      const wait = error.status === 429 || retryAfter ? waitOf(retryAfter) : backoff(attempts)
      const tooLate = performance.now() + wait - failedSince > giveUpAfterMs
      if (tooLate || !mayRepeat(error, uncertain, operation)) throw withUncertainty(error, uncertain)
      onWait?.({ ms: wait, why: 'retry', error })
      await sleep(wait, operation.signal)
    }
  }

  private async pace(limit: RateLimit, signal: AbortSignal | undefined): Promise<void> {
    for (let ms = limit.wait(); ms > 0; ms = limit.wait()) {
      this.settings.onWait?.({ ms, why: 'pace' })
      await sleep(ms, signal)
    }
  }

  private async attempt(
    operation: Operation,
    body: Bytes,
    history: { attempts: number; uncertain: boolean },
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
      return {
        status: response.status,
        headers: response.headers,
        body: await readBody(response),
        ...history,
      }
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof FastiError) return cause
      return new FastiError(`${this.base} does not answer: ${reasonOf(cause)}`, { cause, ...history })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}
