import type { FeedExtent } from '../../../src/http/admin/feed-extent.ts'
import { day } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** `It shows events up to 3 May 2027. Later ones are added as time passes.` */
export function extentInWords({ side, at }: FeedExtent): string {
  const { feedUntil, feedSince } = words.calendars
  return say(side === 'until' ? feedUntil : feedSince, { day: day(at) })
}
