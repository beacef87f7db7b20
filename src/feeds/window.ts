import type { PublisherSettings } from '../publishers/publisher.ts'

const DAY_MS = 86_400_000

/** The time span that a feed shows. Instants in epoch ms. */
export interface Window {
  /** Events that ended before are not in the feed; -Infinity: all are. */
  from: number
  /** Events that start at or after it are not in the feed; Infinity: all are. */
  to: number
  /** 00:00 UTC of the day. Events that ended before are past. */
  today: number
}

/**
 * The publisher's window around today. It moves by whole days (UTC), so that a feed changes at most once a
 * day.
 */
export function feedWindow(settings: PublisherSettings, now: number): Window {
  const { feedPastDays, feedFutureDays } = settings
  const today = dayOf(now)
  return {
    from: feedPastDays === undefined ? -Infinity : today - feedPastDays * DAY_MS,
    to: feedFutureDays === undefined ? Infinity : today + (feedFutureDays + 1) * DAY_MS,
    today,
  }
}

/** 00:00 UTC of the day of an instant, both in epoch ms. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS
}
