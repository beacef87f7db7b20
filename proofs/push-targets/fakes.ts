import { createHash } from 'node:crypto'
import { GOOGLE_SCOPES } from '../../src/push-targets/google/google.ts'
import type { ProviderName, TargetKind } from '../../src/push-targets/grant.ts'
import { MICROSOFT_SCOPES } from '../../src/push-targets/microsoft/microsoft.ts'
import type { Consent } from '../../src/push-targets/provider.ts'
import { GOOGLE_QUOTA } from '../../test/support/google/quota.ts'
import { startGoogle } from '../../test/support/google/start.ts'
import { eventsAtGoogle, type SeenEvent } from '../../test/support/google-events.ts'
import { GRAPH_QUOTA } from '../../test/support/microsoft/graph.ts'
import { startMicrosoft } from '../../test/support/microsoft/start.ts'
import { eventsInOutlook, withLastReminder } from '../../test/support/microsoft-app.ts'

/** A fake of a provider, as the proofs use it. */
export interface FakeProvider extends AsyncDisposable {
  name: ProviderName
  /** The settings with which the service uses it. */
  settings: Record<string, string>
  /** Subscribers of a publisher with a calendar there, all in one account. */
  people: number
  /** Publishers have an account of their own, with mirrors. */
  hasMirrors: boolean
  /** A calendar whose making was not answered can be found again, so that none may be left. */
  findsLost: boolean
  addAccount(email: string): void
  consent(email: string, kind: TargetKind): Consent
  expireTokens(email: string): void
  revokeAccess(email: string): void
  /** The calendars of an account that an application made. */
  calendarsOf(email: string): string[]
  eventsOf(email: string, calendarId: string): SeenEvent[]
  deleteCalendar(email: string, calendarId: string): void
  deleteEvent(email: string, calendarId: string, eventId: string): void
  /** An event of a feed as the provider can show it. */
  shown(event: SeenEvent): SeenEvent
  /** Lets requests fail by chance. */
  startFaults(): void
  /** Returns the number of requests since the last question. */
  takeRequests(): number
  violations(): string[]
  peaks(): Record<string, number>
}

export interface FakeOptions {
  seed?: number
  /** Quotas are as many times the provider's, so that histories need no days. */
  faster?: number
}

type StartFake = (options?: FakeOptions) => Promise<FakeProvider>

/** Tokens are renewed somewhat before their hour is over. */
const TOKEN_MS = 3_500_000

async function startFakeGoogle({ seed = 1, faster = 1 }: FakeOptions = {}): Promise<FakeProvider> {
  const { projectPerMinute, userPerMinute } = GOOGLE_QUOTA
  const google = await startGoogle({
    seed,
    quota: { projectPerMinute: projectPerMinute * faster, userPerMinute: userPerMinute * faster },
  })
  return {
    ...{ name: 'google', people: 1, hasMirrors: true, findsLost: false },
    settings: settingsOf('GOOGLE', google),
    addAccount: (email) => google.addAccount(email),
    consent(email, kind) {
      const scopes = GOOGLE_SCOPES[kind].asked
      return consentOf(google.grant(email, scopes), scopes)
    },
    expireTokens: (email) => google.expireTokens(email),
    revokeAccess: (email) => google.revokeAccess(email),
    calendarsOf: (email) => google.calendarsOf(email),
    eventsOf: (_, id) => eventsAtGoogle(google, id),
    deleteCalendar: (_, id) => google.deleteCalendar(id),
    deleteEvent: (_, calendarId, eventId) => google.deleteEvent(calendarId, eventId),
    shown: (event) => event,
    startFaults: () =>
      Object.assign(google.faults, { rateLimited: 0.01, failedAfterWork: 0.005, conflictsInBatch: 0.01 }),
    takeRequests: () => google.calls.splice(0).length,
    violations: () => google.violations.map(({ kind, detail }) => `${kind}: ${detail}`),
    peaks() {
      const { project, user } = google.peaks()
      return { 'most requests in a minute': project, 'most of one person': user }
    },
    [Symbol.asyncDispose]: () => google.close(),
  }
}

/** Without mirrors, there are two people instead, in one mailbox. */
async function startFakeMicrosoft({ seed = 1, faster = 1 }: FakeOptions = {}): Promise<FakeProvider> {
  const { requestsInTenMinutes } = GRAPH_QUOTA
  const microsoft = await startMicrosoft({
    seed,
    quota: { requestsInTenMinutes: requestsInTenMinutes * faster },
  })
  return {
    ...{ name: 'microsoft', people: 2, hasMirrors: false, findsLost: true },
    settings: settingsOf('MICROSOFT', microsoft),
    addAccount: (email) => microsoft.addAccount(email),
    consent(email) {
      const scopes = MICROSOFT_SCOPES.person.asked
      const account = createHash('sha256').update(email).digest('hex').slice(0, 24)
      return { ...consentOf(microsoft.grant(email, scopes), scopes), account }
    },
    expireTokens: (email) => microsoft.expireTokens(email),
    revokeAccess: (email) => microsoft.revokeAccess(email),
    calendarsOf: (email) => microsoft.calendarsOf(email),
    eventsOf: (email, id) => eventsInOutlook(microsoft, email, id),
    deleteCalendar: (email, id) => microsoft.deleteCalendar(email, id),
    deleteEvent(email, calendarId, eventId) {
      const of = microsoft
        .eventsOf(email, calendarId)
        .find(({ transactionId }) => transactionId?.startsWith(eventId))
      if (of) microsoft.deleteEvent(email, of.id!)
    },
    shown: withLastReminder,
    startFaults: () =>
      Object.assign(microsoft.faults, {
        ...{ throttled: 0.01, restSeconds: 1, unavailable: 0.01, conflicts: 0.01 },
        ...{ failedAfterWork: 0.02, lostAfterWork: 0.02, latencyMs: 3 },
      }),
    takeRequests: () => microsoft.calls.splice(0).length,
    violations: () => microsoft.violations.map(({ kind, detail }) => `${kind}: ${detail}`),
    peaks() {
      const { atATime, inTenMinutes } = microsoft.peaks()
      return { 'most requests to a mailbox in ten minutes': inTenMinutes, 'most at a time': atATime }
    },
    [Symbol.asyncDispose]: () => microsoft.close(),
  }
}

export const FAKES = { google: startFakeGoogle, microsoft: startFakeMicrosoft } satisfies Record<
  ProviderName,
  StartFake
>

function settingsOf(name: string, fake: { url: string; client: { id: string; secret: string } }) {
  const { url, client } = fake
  return {
    [`FASTI_${name}_CLIENT_ID`]: client.id,
    [`FASTI_${name}_CLIENT_SECRET`]: client.secret,
    [`FASTI_${name}_URL`]: url,
  }
}

function consentOf(
  { refreshToken: refresh, accessToken: access }: { refreshToken: string; accessToken: string },
  scopes: string[],
): Consent {
  return { tokens: { refresh, access, accessExpiresAt: Date.now() + TOKEN_MS }, scopes }
}
