import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { GOOGLE_SCOPES } from '../push-targets/google/google.ts'
import { createOAuth } from '../push-targets/google/oauth.ts'
import { callbackOf } from '../push-targets/grant.ts'
import { ProviderError } from '../push-targets/provider.ts'
import { summarizeGrants } from '../push-targets/summarize-grants.ts'
import { fail, ok, type Outcome, warn } from './check.ts'
import { type CheckedClient, listClients, ofClient, openForCheck } from './provider-clients.ts'

const TIMEOUT_MS = 8000
const DAY_MS = 86_400_000
/** In a project in testing a consent dies after so long. */
const TESTING_MS = 7 * DAY_MS
const CONSOLE = 'https://console.cloud.google.com/auth/clients'

/** Checks the clients at Google: their secrets, redirect address and scopes, and how long consents live. */
export async function checkGoogle(config: Config, now: number): Promise<Outcome[]> {
  await using ctx = await openForCheck(config)
  const outcomes: Outcome[] = []
  for (const client of await listClients(config, ctx, 'google')) {
    const oauth = createOAuth(config.google.addresses, client.credentials, GOOGLE_SCOPES, () => now)
    const redirectUri = config.http.publicUrl + callbackOf('google')
    outcomes.push(
      ...ofClient(client, [
        await checkClient(oauth, redirectUri, client),
        await checkConsentPage(oauth, redirectUri),
        ...(ctx ? await checkConsents(ctx.db, client) : []),
      ]),
    )
  }
  return outcomes
}

type OAuth = ReturnType<typeof createOAuth>

async function checkClient(
  oauth: OAuth,
  redirectUri: string,
  { publisher }: CheckedClient,
): Promise<Outcome> {
  try {
    const fault = await oauth.checkClient(redirectUri)
    if (!fault) return ok('Google knows the client and its secret')
    const what = publisher
      ? 'the client id and the secret'
      : 'FASTI_GOOGLE_CLIENT_ID and FASTI_GOOGLE_CLIENT_SECRET'
    return fail('Google refuses the client or its secret', `Compare ${what} with ${CONSOLE}`)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return fail(`Google can't be reached: ${error.message}`, 'Is there a way out?')
  }
}

/**
 * Opens the page of consent without a browser. Google responds with its sign-in, or with an error that names the reason
 * in `authError`, base64.
 */
async function checkConsentPage({ consentUrl }: OAuth, redirectUri: string): Promise<Outcome> {
  // Of 32 octets, as RFC 7636 has it; nobody comes back with it.
  const url = consentUrl('mirror', { state: 'doctor', challenge: 'A'.repeat(43), redirectUri })
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const reason = await refusalOf(response)
    if (reason === undefined) return ok(`Google takes the redirect address ${redirectUri} and the scopes`)
    const advice = /redirect_uri/.test(reason)
      ? `Add ${redirectUri} to the authorised redirect URIs at ${CONSOLE}`
      : /scope/.test(reason)
        ? 'Add the scopes under Data Access, see docs/google.md'
        : 'See docs/google.md'
    return fail(`Google refuses to ask for consent: ${reason}`, advice)
  } catch (error) {
    return fail(`the page of consent can't be reached: ${(error as Error).message}`, 'Is there a way out?')
  }
}

/** Returns why a page of consent is refused; undefined if it is not. */
async function refusalOf(response: Response): Promise<string | undefined> {
  const location = response.headers.get('location')
  const coded = location === null ? null : new URL(location, response.url).searchParams.get('authError')
  if (coded !== null) {
    // A protocol buffer: its texts are readable.
    const text = Buffer.from(coded, 'base64').toString('latin1')
    return /[a-z]+(_[a-z]+)+/.exec(text)?.[0] ?? 'without a reason'
  }
  if (response.status < 400) return undefined
  const text = (await response.text()).replace(/<[^>]*>/g, ' ')
  return /[a-z]+(_[a-z]+)+/.exec(text)?.[0] ?? `${response.status}`
}

/** Judges by the stored consents if the project is still in testing, and if rights are missing. */
async function checkConsents(db: Db, { credentials, publisher }: CheckedClient): Promise<Outcome[]> {
  const { asked, needed } = GOOGLE_SCOPES.mirror
  const wished = asked.filter((scope) => !needed.includes(scope))
  const client = publisher && { publisherId: publisher.id, clientId: credentials.clientId }
  const summary = await summarizeGrants(db, { provider: 'google', client, young: TESTING_MS, rights: wished })
  const { live, longest, diedYoung, cannotOpen } = summary
  const outcomes = [ok(`consents in use: ${live}`)]
  if (diedYoung > 0 && longest <= TESTING_MS)
    outcomes.push(
      warn(
        `consents that died after seven days: ${diedYoung}, and none lived longer. Is the project still in testing?`,
        'Publish it at https://console.cloud.google.com/auth/audience, and let people connect again',
      ),
    )
  if (cannotOpen > 0)
    outcomes.push(
      warn(
        `publishers that did not grant the right to make mirrors public: ${cannotOpen}`,
        'They open each mirror by hand in the settings of Google Calendar, or connect again',
      ),
    )
  return outcomes
}
