import { AppError } from '../errors.ts'

export interface TurnLimits {
  /** Pieces of work at once. */
  atOnce: number
  /** Of one owner. */
  ofOne: number
  /** That wait, of one owner; more are refused. */
  waiting: number
}

/** Bounds what runs at once. Those who wait take turns by owner, so that one with much work holds up nobody else. */
export class FairTurns {
  private running = 0
  private readonly runningOf = new Map<number, number>()
  /** The owner whose turn is next stands first. */
  private readonly waitingOf = new Map<number, (() => void)[]>()
  private readonly limits: TurnLimits

  constructor(limits: TurnLimits) {
    this.limits = limits
  }

  /** Runs `work` when its turn comes. Who leaves while waiting (`signal`) loses the place. */
  async run<T>(owner: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.takeTurn(owner, signal)
    try {
      return await work()
    } finally {
      this.running--
      this.runningOf.set(owner, this.runningOf.get(owner)! - 1)
      if (this.runningOf.get(owner) === 0) this.runningOf.delete(owner)
      this.putBehind(owner)
      this.startNext()
    }
  }

  private async takeTurn(owner: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw brokenOff()
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
      reject(brokenOff())
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.startNext()
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  private startNext(): void {
    if (this.running >= this.limits.atOnce) return
    for (const [owner, queue] of this.waitingOf) {
      const running = this.runningOf.get(owner) ?? 0
      if (running >= this.limits.ofOne) continue
      this.running++
      this.runningOf.set(owner, running + 1)
      queue.shift()!()
      this.putBehind(owner)
      return this.startNext()
    }
  }

  /** The owner's next one waits behind those of all others. */
  private putBehind(owner: number): void {
    const queue = this.waitingOf.get(owner)
    if (!queue) return
    this.waitingOf.delete(owner)
    if (queue.length > 0) this.waitingOf.set(owner, queue)
  }
}

/** Nobody reads it. */
export function brokenOff(): AppError {
  return new AppError('invalid', 'The request was broken off')
}
