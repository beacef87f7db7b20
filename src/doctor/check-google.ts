import { existsSync } from 'node:fs'
import { openQuietly } from '../backup/after-restore.ts'
import type { Config, GoogleConfig } from '../config.ts'
import { GOOGLE_SCOPES } from '../push-targets/google/google.ts'
import { createOAuth } from '../push-targets/google/oauth.ts'
import { callbackOf } from '../push-targets/grant.ts'
import { summarizeGrants } from '../push-targets/grant-store.ts'
import { ProviderError } from '../push-targets/provider.ts'
import { fail, ok, type Outcome, warn } from './check.ts'

const TIMEOUT_MS = 8000
const DAY_MS = 86_400_000
/** In a project in testing a consent dies after so long. */
const TESTING_MS = 7 * DAY_MS
const CONSOLE = 'https://console.cloud.google.com/auth/clients'

/** Checks the client at Google: its secret, its redirect address, its scopes, and how long consents live. */
export async function checkGoogle(config: Config, now: number): Promise<Outcome[]> {
  const { google } = config
  if (!google) return []
  const redirectUri = config.http.publicUrl + callbackOf('google')
  return [
    await checkClient(google, now),
    await checkConsentPage(google, redirectUri, now),
    ...(await checkConsents(config)),
  ]
}

/** Asks for a token with a refresh token that nobody has: Google looks at the client before it looks at the token. */
async function checkClient(google: GoogleConfig, now: number): Promise<Outcome> {
  try {
    await createOAuth(google, GOOGLE_SCOPES, () => now).refresh('1//a-token-that-nobody-has')
    return ok('Google takes the client')
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.fault === 'revoked') return ok('Google knows the client and its secret')
    if (error.fault === 'busy')
      return fail(`Google can't be reached: ${error.message}`, 'Is there a way out?')
    const advice = `Compare FASTI_GOOGLE_CLIENT_ID and FASTI_GOOGLE_CLIENT_SECRET with ${CONSOLE}`
    return fail(`Google refuses the client: ${error.message}`, advice)
  }
}

/**
 * Opens the page of consent without a browser. Google responds with its sign-in, or with an error that names the reason
 * in `authError`, base64.
 */
async function checkConsentPage(google: GoogleConfig, redirectUri: string, now: number): Promise<Outcome> {
  const { consentUrl } = createOAuth(google, GOOGLE_SCOPES, () => now)
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
async function checkConsents(config: Config): Promise<Outcome[]> {
  const { db } = config
  if (db.kind === 'sqlite' && !existsSync(db.file)) return []
  // The check of the database tells of one that can't be opened.
  const opened = await openQuietly(config).catch(() => undefined)
  if (!opened) return []
  await using ctx = opened
  const { asked, needed } = GOOGLE_SCOPES.mirror
  const wished = asked.filter((scope) => !needed.includes(scope))
  const { live, longest, diedYoung, cannotOpen } = await summarizeGrants(ctx.db, TESTING_MS, wished)
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
