/** A consent at a provider of calendars. Times are epoch ms. */
export interface Grant {
  publisherId: number
  id: string
  provider: ProviderName
  kind: TargetKind
  /** Of a person. */
  link: { subscriberId: string; number: number } | null
  tokens: GrantTokens
  /** As granted. */
  scopes: string[]
  /** The provider takes the tokens no more. */
  disconnected: boolean
  /** It is revoked with its last target. That of a person always is. */
  ending: boolean
  created: number
  /** When the provider last gave an access token. */
  lastOkAt: number | null
}

export type ProviderName = 'google'
export type TargetKind = 'mirror' | 'person'

export interface GrantTokens {
  refresh: string
  access: string
  /** Epoch ms. */
  accessExpiresAt: number
}
