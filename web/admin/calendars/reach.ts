import type { FeedReach } from '../../../src/http/admin/feed-reach.ts'
import { day } from '../kit/format.ts'

/** `It shows events up to 3 May 2027; later ones follow in time.` */
export function reachInWords({ side, at }: FeedReach): string {
  return side === 'until'
    ? `It shows events up to ${day(at)}; later ones follow in time.`
    : `It shows events from ${day(at)} on; earlier ones are left out.`
}
