import { createHmac } from 'node:crypto'
import type { MicrosoftAddresses } from '../../config.ts'
import { type Client, type ClientFault, type Provider, ProviderError } from '../provider.ts'
import { fetchText, parsed } from '../request.ts'
import { createTokenRequests } from '../token-requests.ts'
import { IMMUTABLE_IDS } from './graph.ts'

/** Rights come back by their short name, or by the address of the resource and the name. */
const RESOURCE = 'https://graph.microsoft.com/'
/** Numbers of errors by which Entra says that an administrator has to agree. */
const ADMINISTRATOR = /AADSTS(90094|90095|90093|65001)\b/

/** Numbers of errors by which Entra says what it has against an application. */
const FAULTS: Record<number, ClientFault> = { 700016: 'unknown', 7000215: 'secret', 7000222: 'expired' }

type OAuth = Pick<Provider, 'checkClient' | 'consentUrl' | 'exchange' | 'refresh' | 'revoke' | 'refusalOf'>

interface TokenRefusal {
  error?: string
  error_codes?: number[]
}

/** OAuth 2.0 of Microsoft Entra (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow). */
export function createOAuth(
  addresses: MicrosoftAddresses,
  { clientId, clientSecret, accountKey }: Client,
  scopes: Provider['scopes'],
  now: () => number,
): OAuth {
  const requests = createTokenRequests({ clientId, clientSecret, token: addresses.token }, now)

  return {
    // By a code that Microsoft never gave: it looks at the application first.
    async checkClient(redirectUri) {
      const body = new URLSearchParams({
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri },
        ...{ grant_type: 'authorization_code', code: 'never-given', code_verifier: 'never-given'.repeat(4) },
      })
      const { status, text } = await fetchText(addresses.token, { method: 'POST', body })
      const { error, error_codes: numbers = [] } = (parsed(text) ?? {}) as TokenRefusal
      if (error === undefined)
        throw new ProviderError('busy', `Microsoft responded ${status} as nobody expects`)
      const fault = numbers.map((number) => FAULTS[number]).find((known) => known !== undefined)
      if (fault) return fault
      return error === 'invalid_client' || error === 'unauthorized_client' ? 'refused' : undefined
    },

    consentUrl(kind, { state, challenge, redirectUri }) {
      const url = new URL(addresses.consent)
      url.search = new URLSearchParams({
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', state },
        ...{ scope: (scopes[kind]?.asked ?? []).join(' '), response_mode: 'query', prompt: 'select_account' },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      }).toString()
      return url.href
    },

    async exchange(...code) {
      const { tokens, scopes: granted } = await requests.exchange(...code)
      const short = granted.map((scope) => scope.replace(RESOURCE, ''))
      return { tokens, scopes: short, account: await accountOf(tokens.access) }
    },

    refresh: (refreshToken) => requests.refresh(refreshToken),

    // Entra has no address for it: an access token ends within about an hour, and we forget the other.
    revoke: () => Promise.resolve(),

    refusalOf(error, description) {
      if (ADMINISTRATOR.test(description) || error === 'consent_required') return 'administrator'
      return error === 'access_denied' ? 'refused' : 'failed'
    },
  }

  /** Returns a keyed hash of the id of an account: limits hold for all that we send to its mailbox. */
  async function accountOf(accessToken: string): Promise<string> {
    const headers = { authorization: `Bearer ${accessToken}`, ...IMMUTABLE_IDS }
    const { status, text } = await fetchText(`${addresses.api}/me`, { headers })
    const { id } = (parsed(text) ?? {}) as { id?: unknown }
    if (status !== 200 || typeof id !== 'string')
      throw new ProviderError('refused', `Microsoft responded ${status} to the question whose account it is`)
    return createHmac('sha256', accountKey).update(`microsoft ${id}`).digest('hex').slice(0, 24)
  }
}
