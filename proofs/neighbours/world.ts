import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/context.ts'
import { copyEvent } from '../../test/support/big-calendar.ts'
import { commandLinePublisher, launchService, type Settings } from '../../test/support/launch-service.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import type { TestPublisher } from '../../test/support/test-publisher.ts'
import { PASSWORD, type TestBrowser, userOf } from '../../test/support/users.ts'
import type { Target } from './attack.ts'
import type { Neighbour } from './polls.ts'

/** How large an attacker's data is. */
export interface Sizes {
  privateEvents: number
  publicEvents: number
}

/** A publisher that lives beside an attacker, with a person who has signed in before. */
export interface World extends Neighbour {
  url: string
  /** As browsers of tests take it. */
  app: Pick<TestApp, 'url'> & TestApp
  calendarId: string
  svcId: string
  browser: TestBrowser
}

/** Makes two publishers in a new database: one to be attacked with, and its neighbour. */
export async function makeWorld(
  settings: Settings,
  { privateEvents, publicEvents }: Sizes,
): Promise<{ world: World; target: Target }> {
  const service = await launchService(settings).listening
  try {
    const { url } = service
    const file = join(settings.FASTI_DATA!, 'fasti.db')
    const attacker = await commandLinePublisher(settings, url, 'attacker@example.com')
    const target = await prepareTarget(attacker)
    copyEvent(file, target.person.eventId, privateEvents)
    copyEvent(file, target.calendar.eventId, publicEvents)

    const club = await commandLinePublisher(settings, url)
    const calendarId = await club.calendar()
    for (let n = 0; n < 10; n++) await club.event(calendarId)
    const { feedUrl, svcId } = await club.subscriber(undefined, [calendarId])
    const config = readConfig({ FASTI_URL: 'https://fasti.test', ...settings })
    await using ctx = await openContext(config, { log: pino({ level: 'silent' }) })
    const app = { url, ctx } as World['app']
    const browser = await userOf(app, club, 'owner', { password: PASSWORD })
    return { world: { url, app, club, calendarId, svcId, feedUrl, browser }, target }
  } finally {
    await service.kill()
  }
}

async function prepareTarget(club: TestPublisher): Promise<Target> {
  const [smallCalendarId, bigCalendarId] = [await club.calendar(), await club.calendar()]
  const long = { startDate: '2025-01-01', endDate: '2025-01-01' }
  const person = await club.subscriber('person@example.com')
  const fan = await club.subscriber('fan@example.com', [bigCalendarId])
  return {
    url: club.url,
    publisher: {
      publisher: { id: club.id },
      apiKey: { key: club.apiKey, secret: club.secret },
      widgets: [{ id: club.widgetId }],
    },
    smallCalendarId,
    person: {
      svcId: person.svcId,
      eventId: await club.privateEvent(person.svcId, long),
      feedUrl: person.feedUrl,
      manageUrl: person.manageUrl,
    },
    calendar: {
      id: bigCalendarId,
      eventId: await club.event(bigCalendarId, long),
      feedUrl: fan.feedUrl,
    },
  }
}
