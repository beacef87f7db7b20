import type { Feed } from './feed.ts'
import { type FeedOptions, openFeedWorkshop } from './feed-workshop.ts'
import type { LinkTarget } from './links.ts'
import { personalFeeds } from './personal-feed.ts'
import { publicFeeds } from './public-feed.ts'

/** Puts feeds together from what is cached by version; knows nothing of HTTP. */
export interface FeedEngine {
  /** The feed a subscriber's link opens, which of an erased one says that it has ended; undefined: nobody's. */
  personal(target: LinkTarget): Promise<Feed | undefined>
  /** A public calendar's feed; undefined when there is none, or it is a draft. */
  publicCalendar(publisherId: number, calendarId: string): Promise<Feed | undefined>
  /** What is kept in memory, in octets and in parts, and how often a whole feed was there already. */
  figures(): { bytes: number; entries: number; hits: number; misses: number }
}

export function createFeedEngine(options: FeedOptions): FeedEngine {
  const workshop = openFeedWorkshop(options)
  return {
    personal: personalFeeds(workshop),
    publicCalendar: publicFeeds(workshop),
    figures() {
      const [parts, whole] = [workshop.chunks.figures(), workshop.bodies.figures()]
      return { ...whole, bytes: parts.bytes + whole.bytes, entries: parts.entries + whole.entries }
    },
  }
}
