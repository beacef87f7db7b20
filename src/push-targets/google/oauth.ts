import type { Credentials, GoogleAddresses } from '../../config.ts'
import { type Provider, ProviderError } from '../provider.ts'
import { fetchText } from '../request.ts'
import { createTokenRequests, tokenRefusal } from '../token-requests.ts'

type OAuth = Pick<Provider, 'checkClient' | 'consentUrl' | 'exchange' | 'refresh' | 'revoke' | 'refusalOf'>

/** OAuth 2.0 of Google. */
export function createOAuth(
  addresses: GoogleAddresses,
  { clientId, clientSecret }: Credentials,
  scopes: Provider['scopes'],
  now: () => number,
): OAuth {
  const requests = createTokenRequests({ clientId, clientSecret, token: addresses.token }, now)

  return {
    // By a refresh token that nobody has: Google looks at the client before it looks at the token.
    async checkClient() {
      try {
        await requests.refresh('1//a-token-that-nobody-has')
      } catch (error) {
        if (!(error instanceof ProviderError) || error.fault === 'busy') throw error
        return error.fault === 'revoked' ? undefined : 'refused'
      }
      return undefined
    },

    consentUrl(kind, { state, challenge, redirectUri }) {
      const url = new URL(addresses.consent)
      url.search = new URLSearchParams({
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', state },
        ...{ scope: (scopes[kind]?.asked ?? []).join(' '), access_type: 'offline', prompt: 'consent' },
        ...{ code_challenge: challenge, code_challenge_method: 'S256', include_granted_scopes: 'false' },
      }).toString()
      return url.href
    },

    ...requests,

    async revoke(refreshToken) {
      const body = new URLSearchParams({ token: refreshToken })
      const response = await fetchText(addresses.revoke, { method: 'POST', body })
      // A token that is over already is refused with 400.
      if (response.status !== 200 && response.status !== 400) throw tokenRefusal(response, addresses.revoke)
    },

    refusalOf(error) {
      if (error === 'admin_policy_enforced') return 'administrator'
      return error === 'access_denied' ? 'refused' : 'failed'
    },
  }
}
