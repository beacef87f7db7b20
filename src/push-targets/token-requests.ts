import type { GrantTokens } from './grant.ts'
import { ProviderError } from './provider.ts'
import { fetchText, parsed, type TextResponse } from './request.ts'

/** An access token is renewed this long before it ends. */
const EARLY_MS = 60_000
/** Errors by which a provider says that a person has to consent again (RFC 6749, 5.2; OpenID Connect Core 1.0, 3.1.2.6). */
const OVER = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required'])

/** The client of an installation at a provider. */
interface Client {
  clientId: string
  clientSecret: string
  /** The address that gives tokens. */
  token: string
}

interface TokenAnswer {
  access_token?: string
  refresh_token?: string
  expires_in?: number
  scope?: string
}

export interface TokenRequests {
  /** Exchanges the code of a consent. */
  exchange(
    code: string,
    verifier: string,
    redirectUri: string,
  ): Promise<{ tokens: GrantTokens; scopes: string[] }>
  /** Returns new tokens. Throws `revoked` if the consent is over. */
  refresh(refreshToken: string): Promise<GrantTokens>
}

/** Requests for tokens of OAuth 2.0, with a code, PKCE (RFC 7636, S256) and a refresh token. */
export function createTokenRequests(
  { clientId, clientSecret, token }: Client,
  now: () => number,
): TokenRequests {
  async function ask(fields: Record<string, string>): Promise<TokenAnswer> {
    const client = { client_id: clientId, client_secret: clientSecret }
    const body = new URLSearchParams({ ...client, ...fields })
    const response = await fetchText(token, { method: 'POST', body })
    const answer = parsed(response.text) as TokenAnswer | undefined
    if (response.status === 200 && answer?.access_token) return answer
    throw tokenRefusal(response, token)
  }

  function tokensOf({ access_token = '', expires_in = 3600 }: TokenAnswer, refresh: string): GrantTokens {
    return { refresh, access: access_token, accessExpiresAt: now() + expires_in * 1000 - EARLY_MS }
  }

  return {
    async exchange(code, verifier, redirectUri) {
      const fields = { code, code_verifier: verifier, redirect_uri: redirectUri }
      const answer = await ask({ grant_type: 'authorization_code', ...fields })
      const { refresh_token: refresh, scope = '' } = answer
      if (!refresh) throw new ProviderError('refused', `${new URL(token).host} gave no refresh token`)
      return { tokens: tokensOf(answer, refresh), scopes: scope.split(' ') }
    },

    async refresh(refreshToken) {
      const answer = await ask({ grant_type: 'refresh_token', refresh_token: refreshToken })
      return tokensOf(answer, answer.refresh_token ?? refreshToken)
    },
  }
}

/** Returns the error of a refusal. Its text is left out: it could have a token in it. */
export function tokenRefusal({ status, text }: TextResponse, url: string): ProviderError {
  const { error } = (parsed(text) ?? {}) as { error?: unknown }
  const reason = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : ''
  const message = `${new URL(url).host} responded ${status}${reason && ` ${reason}`} to a request for tokens`
  if (OVER.has(reason)) return new ProviderError('revoked', message)
  const busy = status === 429 || status >= 500
  return new ProviderError(busy ? 'busy' : 'refused', message)
}
