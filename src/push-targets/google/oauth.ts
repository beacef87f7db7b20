import type { GoogleConfig } from '../../config.ts'
import type { GrantTokens } from '../grant.ts'
import { type Provider, ProviderError } from '../provider.ts'
import { fetchText, parsed, type TextResponse } from './calendar-api.ts'

/** An access token is renewed this long before it ends. */
const EARLY_MS = 60_000

interface TokenAnswer {
  access_token?: string
  refresh_token?: string
  expires_in?: number
  scope?: string
}

type OAuth = Pick<Provider, 'consentUrl' | 'exchange' | 'refresh' | 'revoke'>

/** OAuth 2.0 of Google with a code, PKCE (RFC 7636, S256) and a refresh token. */
export function createOAuth(
  { clientId, clientSecret, addresses }: GoogleConfig,
  scopes: Provider['scopes'],
  now: () => number,
): OAuth {
  const client = { client_id: clientId, client_secret: clientSecret }
  const post = (url: string, fields: Record<string, string>) =>
    fetchText(url, { method: 'POST', body: new URLSearchParams(fields) })

  return {
    consentUrl(kind, { state, challenge, redirectUri }) {
      const url = new URL(addresses.consent)
      url.search = new URLSearchParams({
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', state },
        ...{ scope: scopes[kind].asked.join(' '), access_type: 'offline', prompt: 'consent' },
        ...{ code_challenge: challenge, code_challenge_method: 'S256', include_granted_scopes: 'false' },
      }).toString()
      return url.href
    },

    async exchange(code, verifier, redirectUri) {
      const response = await post(addresses.token, {
        ...{ ...client, grant_type: 'authorization_code' },
        ...{ code, code_verifier: verifier, redirect_uri: redirectUri },
      })
      const answer = tokenAnswer(response)
      if (!answer.refresh_token) throw new ProviderError('refused', 'Google gave no refresh token')
      return { tokens: tokensOf(answer, answer.refresh_token), scopes: (answer.scope ?? '').split(' ') }
    },

    async refresh(refreshToken) {
      const fields = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken }
      const answer = tokenAnswer(await post(addresses.token, fields))
      return tokensOf(answer, answer.refresh_token ?? refreshToken)
    },

    async revoke(refreshToken) {
      const response = await post(addresses.revoke, { token: refreshToken })
      // A token that is over already is refused with 400.
      if (response.status !== 200 && response.status !== 400) throw refusal(response)
    },
  }

  function tokensOf({ access_token = '', expires_in = 3600 }: TokenAnswer, refresh: string): GrantTokens {
    return { refresh, access: access_token, accessExpiresAt: now() + expires_in * 1000 - EARLY_MS }
  }
}

function tokenAnswer(response: TextResponse): TokenAnswer {
  const body = parsed(response.text) as (TokenAnswer & { error?: unknown }) | undefined
  if (response.status === 200 && body?.access_token) return body
  throw refusal(response)
}

/** The text of the answer is left out: it could have a token in it. */
function refusal(response: TextResponse): ProviderError {
  const { error } = (parsed(response.text) ?? {}) as { error?: unknown }
  const reason = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? ` ${error}` : ''
  const text = `Google responded ${response.status}${reason} to a request for tokens`
  if (reason === ' invalid_grant') return new ProviderError('revoked', text)
  const busy = response.status === 429 || response.status >= 500
  return new ProviderError(busy ? 'busy' : 'refused', text)
}
