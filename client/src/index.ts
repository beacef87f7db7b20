export type { AddOptions, AddOutcome } from './add-events.ts'
export { BATCH_LIMITS, type BatchLimits } from './batches.ts'
export type { BatchOptions } from './batch-calls.ts'
export { FastiClient } from './client.ts'
export type { DeleteOutcome } from './delete-events.ts'
export { FastiError, WebhookError } from './errors.ts'
export type * from './records.ts'
export { signMd5 } from './sign-md5.ts'
export { type SignableRequest, signSha256 } from './signature.ts'
export type { CallOptions, ClientSettings, Wait } from './settings.ts'
export type { TicketFields } from './ticket.ts'
export type * from './types.ts'
export {
  type ArrivedWebhook,
  decryptWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  type VerifyOptions,
} from './webhooks.ts'
