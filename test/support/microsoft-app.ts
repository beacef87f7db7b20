import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll } from 'vitest'
import type { MicrosoftConfig } from '../../src/config.ts'
import { callbackOf } from '../../src/push-targets/grant.ts'
import type { DatabaseKind } from './databases.ts'
import type { SeenEvent } from './google-events.ts'
import { type FakeMicrosoft, type MicrosoftOptions, startMicrosoft } from './microsoft/start.ts'
import { startTestApp, type TestApp, type TestOptions } from './test-app.ts'
import type { Json } from './test-publisher.ts'

const CALLBACK = 'https://fasti.test/microsoft/callback'

/** The whole service with a worker, on a fresh database, beside a Microsoft of its own. */
export interface MicrosoftApp {
  app: TestApp
  microsoft: FakeMicrosoft
}

/** The setting of a Microsoft at another address. Its pace is fast enough for tests, and below its limit. */
export function microsoftConfig({ client, endpoints }: FakeMicrosoft): MicrosoftConfig {
  const { authorize: consent, token, graph: api } = endpoints
  return {
    ...{ credentials: { clientId: client.id, clientSecret: client.secret }, backOffMs: 20 },
    addresses: { consent, token, api },
    pace: { perSecond: 1000, burst: 5000 },
    accountPace: { perSecond: 13, burst: 1000 },
  }
}

/** One service and one Microsoft for all tests of a `describe`. */
export function useMicrosoftApp(
  kind: DatabaseKind,
  options: TestOptions & { microsoft?: MicrosoftOptions } = {},
): MicrosoftApp {
  const holder = {} as MicrosoftApp
  beforeAll(async () => {
    const { now } = options
    const microsoft = await startMicrosoft({
      redirectUris: [CALLBACK],
      ...(now && { now }),
      ...options.microsoft,
    })
    const app = await startTestApp(kind, {
      worker: true,
      ...options,
      config(config) {
        const own = { ...config, microsoft: microsoftConfig(microsoft) }
        return options.config?.(own) ?? own
      },
    })
    Object.assign(holder, { app, microsoft })
  })
  afterAll(async () => {
    await holder.app.close()
    await holder.microsoft.close()
  })
  return holder
}

/**
 * A Microsoft for the service of a whole file, whose tests begin later: `options` goes into those of the service. The
 * fake takes its clock from the machine.
 */
export function useMicrosoft(): { microsoft: FakeMicrosoft; options: TestOptions } {
  const microsoft = {} as FakeMicrosoft
  beforeAll(async () => {
    Object.assign(microsoft, await startMicrosoft({ redirectUris: [] }))
  })
  afterAll(() => microsoft.close())
  const options: TestOptions = {
    worker: true,
    config(config) {
      // Its port is known only now.
      microsoft.client.redirectUris.push(config.http.publicUrl + callbackOf('microsoft'))
      return { ...config, microsoft: microsoftConfig(microsoft) }
    },
  }
  return { microsoft, options }
}

/** The events of a calendar in Outlook that are ours, as it shows them. */
export function eventsInOutlook(microsoft: FakeMicrosoft, email: string, calendarId: string): SeenEvent[] {
  return microsoft
    .eventsOf(email, calendarId)
    .filter(({ transactionId }) => transactionId)
    .map((event: Json) => {
      const struck = String(event.subject).includes('\u0336')
      const at = ({ dateTime, timeZone }: Json): number | string =>
        event.isAllDay
          ? dateTime.slice(0, 10)
          : Temporal.PlainDateTime.from(dateTime).toZonedDateTime(timeZone).epochMilliseconds
      return {
        id: event.transactionId.slice(0, 24),
        title: struck ? `struck ${event.subject.replaceAll('\u0336', '')}` : event.subject,
        location: event.location?.displayName ?? '',
        description: textOf(event.body?.content ?? ''),
        ...{ start: at(event.start), end: at(event.end) },
        reminders: event.isReminderOn ? [event.reminderMinutesBeforeStart as number] : [],
      }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** What Outlook shows of an event of a feed: one reminder, the last. */
export function withLastReminder(event: SeenEvent): SeenEvent {
  return { ...event, reminders: event.reminders.slice(0, 1) }
}

function textOf(html: string): string {
  return html
    .replaceAll('<br>', '\n')
    .replace(/<\/?a\b[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
