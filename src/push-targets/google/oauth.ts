import type { GoogleConfig } from '../../config.ts'
import type { Provider } from '../provider.ts'
import { fetchText } from '../request.ts'
import { createTokenRequests, tokenRefusal } from '../token-requests.ts'

type OAuth = Pick<Provider, 'consentUrl' | 'exchange' | 'refresh' | 'revoke' | 'refusalOf'>

/** OAuth 2.0 of Google. */
export function createOAuth(config: GoogleConfig, scopes: Provider['scopes'], now: () => number): OAuth {
  const { clientId, addresses } = config
  const requests = createTokenRequests({ ...config, token: addresses.token }, now)

  return {
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
