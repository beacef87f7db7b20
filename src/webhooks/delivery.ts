/** One notification on its way to one callback. */
export interface Delivery {
  id: string
  notificationId: string
  callbackId: string
  kind: string
  state: DeliveryState
  /** Epoch ms: when it is tried next. */
  dueAt: number
  /** Finished attempts. */
  attempts: number
  created: number
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** What became of one attempt. */
export interface Attempt {
  number: number
  /** Epoch ms. */
  at: number
  /** Null: no answer came. */
  status: number | null
  /** Why it failed, in a few words; empty: it did not. */
  error: string
  durationMs: number
  /** The beginning of the receiver's answer. */
  answer: string
}

/** A delivery that one worker has taken, with what it has to send. */
export interface Claim {
  id: string
  publisherId: number
  notificationId: string
  attempts: number
  firstAttemptAt: number
  /** The end of the worker's claim (epoch ms); whoever finishes it shows it. */
  claimedUntil: number
  payload: string
}

/** What a worker has to write down of a claim it has worked off. */
export interface Outcome {
  claim: Claim
  attempt: Attempt
  state: DeliveryState
  /** Epoch ms: when it is tried next, if it still waits. */
  dueAt: number
}
