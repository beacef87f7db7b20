import type { NotificationKind, Payload } from './kinds.ts'

/** One notification for one callback. */
export interface Delivery {
  id: string
  notificationId: string
  callbackId: string
  /** `test`: made to try a callback out. */
  kind: NotificationKind | 'test'
  state: DeliveryState
  /** The time of the next attempt (epoch ms). */
  dueAt: number
  /** Finished attempts. */
  attempts: number
  created: number
  /** The body before it is encrypted. */
  payload: Payload
  /** The last finished attempt, without the receiver's answer. */
  last: Pick<Attempt, 'at' | 'status' | 'error'> | null
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed'

export interface Attempt {
  number: number
  /** Epoch ms. */
  at: number
  /** Null: no answer. */
  status: number | null
  /** The reason of a failure in a few words; empty: success. */
  error: string
  durationMs: number
  /** The beginning of the receiver's answer. */
  answer: string
}

/** A delivery that one worker has claimed, with the data to send it. */
export interface Claim {
  id: string
  publisherId: number
  notificationId: string
  attempts: number
  firstAttemptAt: number
  /** The end of the claim (epoch ms). It identifies the claim when the outcome is recorded. */
  claimedUntil: number
  payload: Payload
}

/** The result of a claim. */
export interface Outcome {
  claim: Claim
  attempt: Attempt
  state: DeliveryState
  /** The time of the next attempt (epoch ms), if the state is `waiting`. */
  dueAt: number
}
