import type { Callback } from './callback.ts'
import type { Claim, Outcome } from './delivery.ts'
import { encryptWebhook } from './encrypt-webhook.ts'
import { bodyOf } from './notification.ts'
import { nextAttemptAt } from './retry.ts'
import type { Sender, SendResult } from './sender.ts'
import { signWebhook } from './sign-webhook.ts'

/** The status of a receiver that is gone for good. */
const GONE = 410

export interface AttemptContext {
  sender: Sender
  now: () => number
  /** The plan of further attempts, in seconds after the first one. */
  retrySeconds: number[]
}

/** Sends a delivery once. Returns a failure of the receiver as an outcome, never as an exception. */
export async function attemptDelivery(
  ctx: AttemptContext,
  callback: Callback,
  claim: Claim,
): Promise<Outcome> {
  const at = ctx.now()
  const result = await sendNotification(ctx, callback, claim)
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

/** True if the receiver wants no more notifications. */
export function isGone(outcome: Outcome): boolean {
  return outcome.attempt.status === GONE
}

/**
 * Posts one notification to a callback, encrypted if the callback has a secret. The signature is over the body as
 * sent (Standard Webhooks). The id is the same on each attempt, so that a receiver recognises repetitions.
 */
async function sendNotification(
  { sender, now }: Pick<AttemptContext, 'sender' | 'now'>,
  callback: Callback,
  { notificationId, payload }: Claim,
): Promise<SendResult> {
  const plain = bodyOf(payload, callback.idName)
  const body = callback.encryptionSecret ? encryptWebhook(plain, callback.encryptionSecret) : plain
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
