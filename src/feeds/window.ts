import type { PublisherSettings } from '../publishers/publisher.ts'

const DAY_MS = 86_400_000

/** The part of time that a feed shows. Instants in epoch ms. */
export interface Window {
  /** An event that ended before is not in the feed; -Infinity: all are. */
  from: number
  /** An event that starts then or later is not in the feed; Infinity: all are. */
  to: number
  /** 00:00 UTC of the day. An event that ended before is past. */
  today: number
}

/** The publisher's window around today. It moves by whole days (UTC), so that a feed changes once a day at most. */
export function feedWindow(settings: PublisherSettings, now: number): Window {
  const { feedPastDays, feedFutureDays } = settings
  const today = dayOf(now)
  return {
    from: feedPastDays === undefined ? -Infinity : today - feedPastDays * DAY_MS,
    to: feedFutureDays === undefined ? Infinity : today + (feedFutureDays + 1) * DAY_MS,
    today,
  }
}

/** When the day (UTC) of an instant began, both epoch ms. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS
}
