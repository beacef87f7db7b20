import type { Config } from '../config.ts'
import { callbackOf } from '../push-targets/grant.ts'
import { fetchText, parsed } from '../push-targets/request.ts'
import { fail, ok, type Outcome, warn } from './check.ts'

/** Numbers of errors of Entra, and what they say of the application. */
const FAULTS: Record<number, [text: string, advice: string]> = {
  700016: [
    'Microsoft does not know FASTI_MICROSOFT_CLIENT_ID',
    'Take the application (client) ID from Entra',
  ],
  7000215: [
    'Microsoft refuses FASTI_MICROSOFT_CLIENT_SECRET',
    'Take the value of the secret, not its ID, from Entra',
  ],
  7000222: ['FASTI_MICROSOFT_CLIENT_SECRET has expired', 'Make a new secret in Entra'],
}

/** Asks Microsoft for tokens by a code that it never gave. Its refusal tells if it knows the application. */
export async function checkMicrosoft({ microsoft, http }: Config): Promise<Outcome[]> {
  if (!microsoft) return []
  const { clientId, clientSecret, addresses } = microsoft
  const redirectUri = http.publicUrl + callbackOf('microsoft')
  const body = new URLSearchParams({
    ...{ client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri },
    ...{ grant_type: 'authorization_code', code: 'doctor', code_verifier: 'doctor'.repeat(8) },
  })
  const { text } = await fetchText(addresses.token, { method: 'POST', body })
  const { error, error_codes: numbers = [] } = (parsed(text) ?? {}) as {
    error?: string
    error_codes?: number[]
  }
  if (error === undefined) return [warn('Microsoft answers as nobody expects', 'Try again later')]
  const fault = numbers.map((number) => FAULTS[number]).find((known) => known !== undefined)
  if (fault) return [fail(...fault)]
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return [fail('Microsoft refuses the application', 'Compare both settings with Entra')]
  return [ok('Microsoft has nothing against the application'), ...addressOf(redirectUri)]
}

/** Only the page at which people consent tells if an address is registered. */
function addressOf(redirectUri: string): Outcome[] {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'https:' || hostname === 'localhost')
    return [ok(`its redirect address has to be ${redirectUri}: see in Entra that it is`)]
  return [fail(`Microsoft sends nobody back to ${redirectUri}`, 'Give FASTI_URL an address with https')]
}
