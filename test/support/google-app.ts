import ICAL from 'ical.js'
import { afterAll, beforeAll } from 'vitest'
import type { Config } from '../../src/config.ts'
import type { DatabaseKind } from './databases.ts'
import { type FakeGoogle, type GoogleOptions, startGoogle } from './google/start.ts'
import { startTestApp, type TestApp, type TestOptions } from './test-app.ts'
import type { Json } from './test-publisher.ts'

const CALLBACK = 'https://fasti.test/google/callback'

/** The whole service with a worker, on a fresh database, beside a Google of its own. */
export interface GoogleApp {
  app: TestApp
  google: FakeGoogle
}

/** The setting of a Google at another address. Its pace is fast enough for tests, and below its quotas. */
export function googleConfig({ client, endpoints }: FakeGoogle): NonNullable<Config['google']> {
  const { authorize: consent, token, revoke, api, batch } = endpoints
  return {
    ...{ clientId: client.id, clientSecret: client.secret, backOffMs: 20 },
    addresses: { consent, token, revoke, api: api.replace(/\/$/, ''), batch },
    pace: { perSecond: 133, burst: 5000 },
    accountPace: { perSecond: 5, burst: 290 },
  }
}

export async function startGoogleApp(
  kind: DatabaseKind,
  options: TestOptions & { google?: GoogleOptions } = {},
): Promise<GoogleApp & { close(): Promise<void> }> {
  const google = await startGoogle({
    redirectUris: [CALLBACK],
    ...(options.now && { now: options.now }),
    ...options.google,
  })
  const app = await startTestApp(kind, {
    worker: true,
    ...options,
    config(config) {
      const own = { ...config, google: googleConfig(google) }
      return options.config?.(own) ?? own
    },
  })
  return {
    app,
    google,
    async close() {
      await app.close()
      await google.close()
    },
  }
}

/** One service and one Google for all tests of a `describe`. */
export function useGoogleApp(kind: DatabaseKind, options?: Parameters<typeof startGoogleApp>[1]): GoogleApp {
  const holder = {} as Awaited<ReturnType<typeof startGoogleApp>>
  beforeAll(async () => {
    Object.assign(holder, await startGoogleApp(kind, options))
  })
  afterAll(() => holder.close())
  return holder
}

/** An event as a feed or Google shows it. Times are epoch ms; days are `YYYY-MM-DD`, the end exclusive. */
export interface SeenEvent {
  id: string
  title: string
  location: string
  description: string
  start: number | string
  end: number | string
  reminders: number[]
}

/** The events of a feed, read by ical.js, without the notices that the service puts there. */
export function eventsOfFeed(text: string): SeenEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar
    .getAllSubcomponents('vevent')
    .map((component) => ({ component, event: new ICAL.Event(component) }))
    .filter(({ event }) => /^[0-9a-f]{24}@/.test(event.uid))
    .map(({ component, event }) => {
      const at = (time: ICAL.Time) => (time.isDate ? time.toString() : time.toJSDate().getTime())
      const [start, end] = [at(event.startDate), at(event.endDate)]
      const struck = component.getFirstPropertyValue('status') === 'CANCELLED'
      return {
        id: event.uid.slice(0, 24),
        title: struck ? `struck ${event.summary}` : event.summary,
        location: event.location ?? '',
        description: event.description ?? '',
        ...{ start, end },
        reminders: component
          .getAllSubcomponents('valarm')
          .map((alarm) => -(alarm.getFirstPropertyValue('trigger') as ICAL.Duration).toSeconds() / 60)
          .sort((a, b) => a - b),
      }
    })
    .sort(byId)
}

/** The events of a calendar at Google, as it shows them. */
export function eventsAtGoogle(google: FakeGoogle, calendarId: string): SeenEvent[] {
  return google
    .eventsOf(calendarId)
    .map((event: Json) => {
      const at = (time: Json): number | string => time.date ?? Date.parse(time.dateTime)
      const struck = String(event.summary).includes('\u0336')
      return {
        id: event.id,
        title: struck ? `struck ${event.summary.replaceAll('\u0336', '')}` : event.summary,
        location: event.location ?? '',
        description: shownText(event.description ?? ''),
        ...{ start: at(event.start), end: at(event.end) },
        reminders: (event.reminders?.overrides ?? [])
          .map(({ minutes }: Json) => minutes as number)
          .sort((a: number, b: number) => a - b),
      }
    })
    .sort(byId)
}

function shownText(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
