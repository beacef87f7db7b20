import { applicationOf } from '../feeds/applications.ts'
import { countFeedRead, countRequest, type Meters, routeMeter } from './meters.ts'

/** The group of routes that feeds are counted under. */
export const FEEDS = 'feed'

/** Counts one poll of a feed, in well under a microsecond. `bytes`: of the body that was sent. */
export type FeedMeter = (
  method: string,
  status: number,
  userAgent: string | undefined,
  milliseconds: number,
  bytes: number,
) => void

export function feedMeter(meters: Meters): FeedMeter {
  const requests = routeMeter(meters, FEEDS)
  return (method, status, userAgent, milliseconds, bytes) => {
    countRequest(requests, method, status, milliseconds)
    countFeedRead(meters, applicationOf(userAgent).name, status)
    meters.feedBytes += bytes
  }
}
