import type { NotificationKind } from './kinds.ts'

/** A registered webhook URL. */
export interface Callback extends CallbackFields {
  id: string
  publisherId: number
  /** The secret that signs deliveries: `whsec_…`. */
  signingSecret: string
  /** Epoch milliseconds. */
  created: number
  modified: number
}

/** The fields of a callback that a publisher sets. */
export interface CallbackFields {
  name: string
  url: string
  kinds: NotificationKind[]
  active: boolean
  /** Encrypts bodies; empty: bodies are plain. */
  encryptionSecret: string
  /** The name of `svcId` in bodies. */
  idName: string
}
