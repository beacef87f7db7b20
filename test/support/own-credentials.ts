import { afterAll, beforeAll } from 'vitest'
import type { Config } from '../../src/config.ts'
import { callbackOf, type ProviderName } from '../../src/push-targets/grant.ts'
import { freshCookie } from './confirming.ts'
import type { DatabaseKind } from './databases.ts'
import { type FakeGoogle, startGoogle } from './google/start.ts'
import { googleConfig } from './google-app.ts'
import { type FakeMicrosoft, startMicrosoft } from './microsoft/start.ts'
import { microsoftConfig } from './microsoft-app.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { expectOk, send, type TestPublisher } from './test-publisher.ts'
import { BEHIND_PROXY, type TestBrowser, userOf } from './users.ts'

let made = 0

/** The id and the secret of a client, as owners enter them. */
export interface Entered {
  clientId: string
  clientSecret: string
}

/** The service beside a Google and a Microsoft that know further clients, in an installation with credentials or without. */
export interface CredentialsApp {
  app: TestApp
  google: FakeGoogle
  microsoft: FakeMicrosoft
}

export function useCredentialsApp(kind: DatabaseKind, hasInstallation: boolean): CredentialsApp {
  const holder = {} as CredentialsApp
  beforeAll(async () => {
    const google = await startGoogle({ redirectUris: [redirectUri('google')] })
    const microsoft = await startMicrosoft({ redirectUris: [redirectUri('microsoft')] })
    const settings = (read: Config): Config => {
      const own = { google: googleConfig(google), microsoft: microsoftConfig(microsoft) }
      if (!hasInstallation) own.google.credentials = own.microsoft.credentials = undefined
      return { ...read, ...own }
    }
    const app = await startTestApp(kind, {
      ...BEHIND_PROXY,
      worker: true,
      config: (read) => settings(BEHIND_PROXY.config(read)),
    })
    Object.assign(holder, { app, google, microsoft })
  })
  afterAll(async () => {
    await holder.app.close()
    await holder.google.close()
    await holder.microsoft.close()
  })
  return holder
}

function redirectUri(name: ProviderName): string {
  return `https://fasti.test${callbackOf(name)}`
}

/** A client of a project of its own at Google. */
export function newGoogleClient({ google }: Pick<CredentialsApp, 'google'>): Entered {
  const id = `project-${++made}.apps.googleusercontent.com`
  const secret = `GOCSPX-own-${made}`
  google.addClient({ id, secret, redirectUris: [redirectUri('google')], status: 'production' })
  return { clientId: id, clientSecret: secret }
}

/** An application of its own at Microsoft. */
export function newApplication({ microsoft }: Pick<CredentialsApp, 'microsoft'>): Entered {
  const id = `00000000-0000-0000-0000-${String(++made).padStart(12, '0')}`
  const secret = `own~secret-${made}`
  microsoft.addClient({ id, secret, redirectUris: [redirectUri('microsoft')] })
  return { clientId: id, clientSecret: secret }
}

/** A publisher with an owner, a calendar and an event. */
export async function newOwner({ app }: CredentialsApp, over?: Parameters<TestApp['publisher']>[0]) {
  const club = await app.publisher(over)
  const calendar = await club.calendar()
  const event = await club.event(calendar)
  return { club, calendar, event, browser: await userOf(app, club, 'owner') }
}
export type TestOwner = Awaited<ReturnType<typeof newOwner>>

/** Connects the publisher's account at Google; returns how the page says it came out. */
export async function connectAccount({ app, google }: CredentialsApp, browser: TestBrowser, email: string) {
  const { data } = expectOk(await browser.post('/google/connect'))
  const back = new URL(google.decide(data.url, { email, agrees: true }))
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return outcomeOf(app, back, cookie, 'google')
}

/** A subscriber of a publisher, with accounts at Google and Microsoft, or with those of another one (`shared`). */
export async function newFan(
  { app, google, microsoft }: CredentialsApp,
  { club, calendar }: { club: TestPublisher; calendar: string },
  shared?: string,
) {
  const person = await club.subscriber(undefined, [calendar])
  const account = shared ?? `fan-${++made}@mail.example`
  if (shared === undefined) {
    google.addAccount(account)
    microsoft.addAccount(account)
  }
  const cookie = await freshCookie(app, person.manageUrl)
  const call = (method: string, path: string) =>
    send(person.manageUrl + path, { method, headers: { cookie } })
  /** Asks for a consent; returns how the person's browser comes back. */
  const ask = async (name: ProviderName) => {
    const asked = await call('POST', `/${name}`)
    const fake = name === 'google' ? google : microsoft
    const back = new URL(fake.decide(expectOk(asked).data.url, { email: account, agrees: true }))
    const kept = asked.headers.getSetCookie().map((line) => line.split(';')[0]!)
    return () => outcomeOf(app, back, kept.join('; '), name)
  }
  return {
    ...{ ...person, account, call, ask },
    connect: async (name: ProviderName) => (await ask(name))(),
    state: async (name: ProviderName) => expectOk(await call('GET', `/${name}`)).data.state as string,
  }
}

async function outcomeOf(app: TestApp, back: URL, cookie: string, name: ProviderName) {
  const address = app.url + back.pathname + back.search
  const answer = await send(address, { headers: { cookie }, redirect: 'manual' })
  return new URL(answer.headers.get('location')!).searchParams.get(name)
}
