import { AppError } from '../errors.ts'

export interface QueueLimits {
  /** Jobs that run at the same time. */
  concurrent: number
  /** Jobs of one owner that run at the same time. */
  perOwner: number
  /** Jobs of one owner that wait; more are refused. */
  waiting: number
}

/**
 * Runs a bounded number of jobs at the same time. Waiting jobs are started by owner in turn, so that an owner
 * with many jobs does not delay the others.
 */
export class FairQueue {
  private running = 0
  private readonly runningOf = new Map<number, number>()
  /** Waiting jobs by owner, the next owner first. */
  private readonly waitingOf = new Map<number, (() => void)[]>()
  private readonly limits: QueueLimits

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** Runs `work` when there is capacity. `signal` removes it from the queue. */
  async run<T>(owner: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.waitForStart(owner, signal)
    try {
      return await work()
    } finally {
      this.running--
      this.runningOf.set(owner, this.runningOf.get(owner)! - 1)
      if (this.runningOf.get(owner) === 0) this.runningOf.delete(owner)
      this.moveToEnd(owner)
      this.startNext()
    }
  }

  private async waitForStart(owner: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw aborted()
    const queue = this.waitingOf.get(owner) ?? []
    if (queue.length >= this.limits.waiting)
      throw new AppError('too_many', 'Other imports of yours wait to be read. Try again when they are done', {
        retryAfter: 5,
      })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.push(resolve)
    this.waitingOf.set(owner, queue)
    const leave = () => {
      const at = queue.indexOf(resolve)
      if (at === -1) return
      queue.splice(at, 1)
      if (queue.length === 0) this.waitingOf.delete(owner)
      reject(aborted())
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.startNext()
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  private startNext(): void {
    if (this.running >= this.limits.concurrent) return
    for (const [owner, queue] of this.waitingOf) {
      const running = this.runningOf.get(owner) ?? 0
      if (running >= this.limits.perOwner) continue
      this.running++
      this.runningOf.set(owner, running + 1)
      queue.shift()!()
      this.moveToEnd(owner)
      return this.startNext()
    }
  }

  /** Moves an owner behind all others. */
  private moveToEnd(owner: number): void {
    const queue = this.waitingOf.get(owner)
    if (!queue) return
    this.waitingOf.delete(owner)
    if (queue.length > 0) this.waitingOf.set(owner, queue)
  }
}

/** The error for a client that has already left. */
export function aborted(): AppError {
  return new AppError('invalid', 'The request was aborted')
}
