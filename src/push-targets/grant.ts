/** A consent at a provider of calendars. Times are epoch ms. */
export interface Grant {
  publisherId: number
  id: string
  provider: ProviderName
  /** The publisher's own client that it was made with, and works with; null: the installation's. */
  clientId: string | null
  kind: TargetKind
  /** Of a person. */
  link: { subscriberId: string; number: number } | null
  tokens: GrantTokens
  /** As granted. */
  scopes: string[]
  /** A keyed hash of the name or id that the account has at the provider; null: unknown yet. */
  account: string | null
  /** It is revoked with its last target. That of a person always is. */
  ending: boolean
  created: number
  /** The last consent. By it tokens are told from those of an earlier one. */
  consentedAt: number
  /** Since then the provider takes the tokens no more. */
  disconnectedAt: number | null
  /** When the provider last gave an access token. */
  lastOkAt: number | null
}

export const PROVIDER_NAMES = ['google', 'microsoft'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** The path to which a provider sends browsers back. */
export function callbackOf(name: ProviderName): string {
  return `/${name}/callback`
}

export type TargetKind = 'mirror' | 'person'

export interface GrantTokens {
  refresh: string
  access: string
  /** Epoch ms. */
  accessExpiresAt: number
}
