import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { accountId } from '../src/dav/account.ts'
import { writePassword } from '../src/links/device-password.ts'
import type { Links } from '../src/links/links.ts'
import { calendarId, eventId, notificationId, privateCalendarId, subscriberId } from './crowd-ids.ts'
import type { Recipient } from './events.ts'
import { fillClub } from './fill.ts'
import { createPublisher, type Publisher, type Settings, settingsFor } from './service.ts'

/**
 * How much a publisher has. Everybody follows the first calendar and the `follow - 1` that come by their number.
 * There is one calendar more, that nobody follows: what happens there changes no subscriber's feed.
 */
export interface Shape {
  subscribers: number
  calendars: number
  eventsPerCalendar: number
  follow: number
  /** For each subscriber. */
  privateEvents: number
  /** Characters of an event's details. */
  details: number
  /** True: each event of a followed calendar is in all of them. */
  shared?: boolean
}

/** Feeds of 50 events: three calendars and private ones. */
export const FEED_OF_50 = { calendars: 3, eventsPerCalendar: 15, follow: 3, privateEvents: 5, details: 300 }

/** A publisher with its subscribers in an SQLite database that no service has open yet. */
export interface Crowd {
  shape: Shape
  settings: Settings
  publisher: Publisher
  file: string
  /** The path of the feed of subscriber number `i`. */
  feedPath(i: number): string
  /** The path of the home of the account of subscriber number `i`. */
  home(i: number): string
  /** The password of a device of subscriber number `i`. */
  password(i: number): string
  recipient(i: number): Recipient
  /** The id of calendar number `i`. */
  calendarId(i: number): string
  /** The id of the first event of calendar number `i`. */
  eventOf(i: number): string
  /** An id among those of the notifications. */
  notificationId(i: number): string
}

/** Fills the database in `folder`, or finds it filled by a run before with the same numbers. */
export async function makeCrowd(folder: string, shape: Shape): Promise<Crowd> {
  const settings = settingsFor(folder)
  const file = join(folder, 'fasti.db')
  const note = join(folder, 'crowd.json')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(note)) {
    if (existsSync(file)) throw new Error(`${file} was not made by a benchmark, or not to its end`)
    const publisher = createPublisher(settings)
    const database = new DatabaseSync(file)
    await fillClub(database, publisher, shape)
    database.close()
    writeFileSync(note, JSON.stringify({ shape, publisher }))
  }
  const kept = JSON.parse(readFileSync(note, 'utf8')) as { shape: Shape; publisher: Publisher }
  if (!isDeepStrictEqual(kept.shape, shape)) throw new Error(`${folder} has other numbers`)
  const { publisher } = kept
  const links = await linksOf(settings)
  return {
    ...{ shape, settings, publisher, file, calendarId, notificationId },
    eventOf: (i) => eventId(i * shape.eventsPerCalendar),
    feedPath(i) {
      const { publisherId } = publisher
      return `/feed/${links.token('feed', { publisherId, id: subscriberId(i), number: 0 })}/Bench.ics`
    },
    home: (i) =>
      `/dav/${accountId({ links }, { publisherId: publisher.publisherId, id: subscriberId(i) })}/cal/`,
    password(i) {
      const { publisherId } = publisher
      return writePassword(links.token('device', { publisherId, id: subscriberId(i), number: 0 }))
    },
    recipient: (i) => ({ svcId: subscriberId(i), calendarId: privateCalendarId(i) }),
  }
}

/** Makes links as the service on this database does. */
export async function linksOf(settings: Settings): Promise<Links> {
  await using context = await openContext(readConfig({ ...process.env, ...settings }))
  return context.links
}
