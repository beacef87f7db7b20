import type { Config } from '../config.ts'
import { callbackOf } from '../push-targets/grant.ts'
import { MICROSOFT_SCOPES } from '../push-targets/microsoft/microsoft.ts'
import { createOAuth } from '../push-targets/microsoft/oauth.ts'
import type { ClientFault } from '../push-targets/provider.ts'
import { fail, ok, type Outcome } from './check.ts'
import { type CheckedClient, listClients, ofClient, openForCheck } from './provider-clients.ts'

const NAMES = {
  installation: { id: 'FASTI_MICROSOFT_CLIENT_ID', secret: 'FASTI_MICROSOFT_CLIENT_SECRET' },
  publisher: { id: 'the client ID', secret: 'the secret' },
}

/** Asks Microsoft if it knows the application of the installation, and those of publishers. */
export async function checkMicrosoft(config: Config): Promise<Outcome[]> {
  await using ctx = await openForCheck(config)
  const outcomes: Outcome[] = []
  for (const client of await listClients(config, ctx, 'microsoft'))
    outcomes.push(...ofClient(client, await checkClient(config, client)))
  return outcomes
}

async function checkClient({ http, microsoft }: Config, { credentials, publisher }: CheckedClient) {
  const redirectUri = http.publicUrl + callbackOf('microsoft')
  const client = { ...credentials, isOwn: publisher !== undefined, accountKey: '' }
  const oauth = createOAuth(microsoft.addresses, client, MICROSOFT_SCOPES, Date.now)
  const fault = await oauth.checkClient(redirectUri)
  if (fault) return [refusalOf(fault, NAMES[publisher ? 'publisher' : 'installation'])]
  return [ok('Microsoft has nothing against the application'), ...addressOf(redirectUri)]
}

function refusalOf(fault: ClientFault, { id, secret }: { id: string; secret: string }): Outcome {
  switch (fault) {
    case 'unknown':
      return fail(`Microsoft does not know ${id}`, 'Take the application (client) ID from Entra')
    case 'secret':
      return fail(`Microsoft refuses ${secret}`, 'Take the value of the secret, not its ID, from Entra')
    case 'expired':
      return fail(`${secret} has expired`, 'Make a new secret in Entra')
    case 'refused':
      return fail('Microsoft refuses the application', 'Compare its ID and secret with Entra')
  }
}

/** Only the page at which people consent tells if an address is registered. */
function addressOf(redirectUri: string): Outcome[] {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'https:' || hostname === 'localhost')
    return [ok(`its redirect address has to be ${redirectUri}: see in Entra that it is`)]
  return [fail(`Microsoft sends nobody back to ${redirectUri}`, 'Give FASTI_URL an address with https')]
}
