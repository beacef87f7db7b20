import type { FeedExtent } from '../../../src/http/admin/feed-extent.ts'
import { day } from '../kit/format.ts'

/** `It shows events up to 3 May 2027. Later ones are added as time passes.` */
export function extentInWords({ side, at }: FeedExtent): string {
  return side === 'until'
    ? `It shows events up to ${day(at)}. Later ones are added as time passes.`
    : `It shows events from ${day(at)} on. Earlier ones are left out.`
}
