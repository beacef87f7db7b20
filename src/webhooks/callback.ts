import type { NotificationKind } from './notification.ts'

/** A webhook URL a publisher has registered. */
export interface Callback extends CallbackFields {
  id: string
  publisherId: number
  /** Under which deliveries are signed: `whsec_…`. */
  signingSecret: string
  /** Epoch milliseconds. */
  created: number
  modified: number
}

/** What a publisher says of a callback. */
export interface CallbackFields {
  name: string
  url: string
  /** What it wants to hear of. */
  kinds: NotificationKind[]
  active: boolean
  /** Bodies are encrypted under it; empty: they go plain. */
  encryptionSecret: string
  /** What `svcId` is called in its bodies. */
  idName: string
}
