import type { Callback } from './callback.ts'
import type { Claim, Outcome } from './delivery.ts'
import { encryptWebhook } from './encrypt-webhook.ts'
import type { Payload } from './kinds.ts'
import { bodyOf } from './notification.ts'
import { nextAttemptAt } from './retry.ts'
import type { Sender } from './sender.ts'
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
  const { headers, body } = webhookRequest(callback, claim.notificationId, claim.payload, at)
  const result = await ctx.sender.send(callback.url, headers, body)
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

export interface WebhookRequest {
  headers: Record<string, string>
  body: string
}

/**
 * The request that tells a callback of a notification at a time (epoch ms), encrypted if the callback has a secret.
 * The signature is over the body as sent (Standard Webhooks). The id is the same on each attempt, so that a receiver
 * recognises repetitions.
 */
export function webhookRequest(
  callback: Callback,
  notificationId: string,
  payload: Payload,
  at: number,
): WebhookRequest {
  const plain = bodyOf(payload, callback.idName)
  const body = callback.encryptionSecret ? encryptWebhook(plain, callback.encryptionSecret) : plain
  const timestamp = Math.floor(at / 1000)
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Fasti-Webhook/1',
      'webhook-id': notificationId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(callback.signingSecret, notificationId, timestamp, body),
    },
    body,
  }
}
