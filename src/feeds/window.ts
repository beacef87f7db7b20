import type { PublisherSettings } from '../publishers/publisher.ts'

const DAY_MS = 86_400_000

/** Instants (epoch ms): an event that ended before `from`, or starts after `to`, is not in the feed. */
export interface Window {
  from: number
  to: number
  /** When it moved here. */
  since: number
}

/** The publisher's window around today. It moves by whole days (UTC), so that a feed changes once a day at most. */
export function feedWindow(settings: PublisherSettings, now: number): Window {
  const { feedPastDays, feedFutureDays } = settings
  const today = dayOf(now)
  return {
    from: feedPastDays === undefined ? -Infinity : today - feedPastDays * DAY_MS,
    to: feedFutureDays === undefined ? Infinity : today + (feedFutureDays + 1) * DAY_MS,
    since: feedPastDays === undefined && feedFutureDays === undefined ? -Infinity : today,
  }
}

/** When the day (UTC) of an instant began, both epoch ms. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS
}
