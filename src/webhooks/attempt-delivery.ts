import type { Callback } from './callback.ts'
import type { Claim, Outcome } from './delivery.ts'
import { withIdName } from './notification.ts'
import { nextAttemptAt } from './retry.ts'
import { sealPayload } from './seal.ts'
import type { Sender, SendResult } from './sender.ts'
import { signWebhook } from './sign-webhook.ts'

/** The receiver says for good that it is no longer there. */
const GONE = 410

export interface AttemptContext {
  sender: Sender
  now: () => number
  /** Seconds after the first attempt at which the next ones are due. */
  retrySeconds: number[]
}

/** Sends a delivery once and tells what is to be written down of it. Never throws for what a receiver does. */
export async function attemptDelivery(
  ctx: AttemptContext,
  callback: Callback,
  claim: Claim,
): Promise<Outcome> {
  const at = ctx.now()
  const result = await sendNotification(ctx, callback, claim.notificationId, claim.payload)
  const number = claim.attempts + 1
  const attempt = {
    number,
    at,
    status: result.status,
    error: result.error ?? '',
    durationMs: Math.round(result.durationMs),
    answer: result.answer,
  }
  if (result.ok) return { claim, attempt, state: 'delivered', dueAt: at }
  const next = nextAttemptAt(
    ctx.retrySeconds,
    number,
    claim.firstAttemptAt,
    ctx.now(),
    result.retryAfterSeconds,
  )
  if (next === undefined || result.status === GONE) return { claim, attempt, state: 'failed', dueAt: at }
  return { claim, attempt, state: 'waiting', dueAt: next }
}

/** Whether the receiver wants to be told nothing any more. */
export function isGone(outcome: Outcome): boolean {
  return outcome.attempt.status === GONE
}

/**
 * Posts one notification to a callback: sealed if it wants that, and signed as it goes over the wire
 * (Standard Webhooks). The id is the same on each attempt, so that a receiver can tell repetitions.
 */
async function sendNotification(
  { sender, now }: Pick<AttemptContext, 'sender' | 'now'>,
  callback: Callback,
  notificationId: string,
  payload: string,
): Promise<SendResult> {
  const plain = withIdName(payload, callback.idName)
  const body = callback.encryptionSecret ? sealPayload(plain, callback.encryptionSecret) : plain
  const timestamp = Math.floor(now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Fasti-Webhook/1',
    'webhook-id': notificationId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(callback.signingSecret, notificationId, timestamp, body),
  }
  return sender.send(callback.url, headers, body)
}
