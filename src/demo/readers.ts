import type { Subscriber } from '../subscribers/subscriber.ts'
import { pick, type Random } from './random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A calendar application that polls the feed of a subscriber. */
export interface Reader {
  subscriber: Subscriber
  application: string
  everyMs: number
  /** The time of one poll (epoch ms); the others are whole intervals before and after it. */
  phase: number
  /** Epoch ms; Infinity while the application still reads. */
  stopsAt: number
}

/** The applications that poll the feed, by the application that a subscriber chose. */
const READERS: Record<string, string[][]> = {
  'Apple Calendar': [
    ['Apple Calendar (iOS)'],
    ['Apple Calendar (iOS)'],
    ['Apple Calendar (macOS)'],
    ['Apple Calendar (iOS)', 'Apple Calendar (macOS)'],
  ],
  Outlook: [['Outlook'], ['Outlook'], ['Outlook', 'Google Calendar']],
}
/** Hours between polls, from and to. Devices are off at times, so each has more than one range. */
const HOURS: Record<string, [from: number, to: number][]> = {
  'Google Calendar': [[8, 24]],
  'Microsoft 365': [[3, 6]],
  Outlook: [
    [0.5, 2],
    [2, 10],
    [20, 50],
  ],
  'Apple Calendar (iOS)': [
    [0.25, 1],
    [0.25, 1],
    [2, 8],
    [20, 60],
  ],
  'Apple Calendar (macOS)': [
    [0.5, 2],
    [0.5, 2],
    [12, 70],
  ],
}
const USUAL_HOURS: [from: number, to: number][] = [[2, 12]]
/** The share of feeds that are no longer read: a new phone, a removed calendar. */
const INACTIVE_SHARE = 0.08

/** Invents the applications of subscribers, each with a pace of its own. */
export function inventReaders(subscribers: Subscriber[], today: number, random: Random): Reader[] {
  return subscribers.flatMap((subscriber) => {
    const chosen = subscriber.profile.applications?.[0] ?? 'Other'
    const stopsAt = random() < INACTIVE_SHARE ? today - (10 + random() * 60) * DAY_MS : Infinity
    return pick(random, READERS[chosen] ?? [[chosen]]).map((application) => {
      const [from, to] = pick(random, HOURS[application] ?? USUAL_HOURS)
      const everyMs = Math.round((from + random() * (to - from)) * HOUR_MS)
      return { subscriber, application, everyMs, phase: today - Math.round(random() * everyMs), stopsAt }
    })
  })
}

/** The time of the last poll up to a time (epoch ms). */
export function lastPoll({ everyMs, phase, stopsAt }: Reader, at: number): number {
  const end = Math.min(at, stopsAt)
  return phase + Math.floor((end - phase) / everyMs) * everyMs
}
