import type { ConfirmPolicy } from '../publishers/publisher.ts'
import type { Profile } from './subscriber.ts'

export interface SubscribeRequest {
  widgetId: string
  email: string
  calendarIds: string[]
  /** The chosen calendar application, or empty. */
  application: string
  profile: Profile
  /** The URL of the embedding page, passed on in the notification. */
  referringPage?: string
  /** Data from the embedding page, passed on unchanged in the notification. */
  state?: object
}

/** On what terms a request is taken. */
export interface SubscribeTerms {
  /** True if the publisher vouches for the address: the request then counts as confirmed. */
  vouched: boolean
  confirm: ConfirmPolicy
  /** The language of the mail that asks for the confirmation. */
  language: string
  /** Equal for a second click; undefined or empty if the request has none. */
  idempotencyKey?: string | undefined
}

/** A request, and on what terms it is taken. */
export interface Asked {
  request: SubscribeRequest
  terms: SubscribeTerms
}
