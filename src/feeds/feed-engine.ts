import type { Feed } from './feed.ts'
import { type FeedOptions, openFeedWorkshop } from './feed-workshop.ts'
import type { LinkTarget } from './links.ts'
import { personalFeeds } from './personal-feed.ts'
import { publicFeeds } from './public-feed.ts'
import { dayOf } from './window.ts'

/** What feeds depend on: what was committed, and the day. */
export interface Moment {
  data: unknown
  day: number
}

/** Puts feeds together from what is cached by version; knows nothing of HTTP. */
export interface FeedEngine {
  /**
   * The feed a subscriber's link opens, which of an erased one says that it has ended; undefined: nobody's. It is as
   * of the moment or newer; without one, as of now.
   */
  personal(target: LinkTarget, moment?: Moment): Promise<Feed | undefined>
  /** A public calendar's feed; undefined when there is none, or it is a draft. */
  publicCalendar(publisherId: number, calendarId: string): Promise<Feed | undefined>
  /**
   * Stands for all feeds as they are now: as long as it is the same, none has changed. Undefined where that can't be
   * told at once.
   */
  moment(): Moment | undefined
  /** What is kept in memory, in octets and in parts, and how often a whole feed was there already. */
  figures(): { bytes: number; entries: number; hits: number; misses: number }
}

export function createFeedEngine(options: FeedOptions): FeedEngine {
  const workshop = openFeedWorkshop(options)
  let moment: Moment | undefined
  return {
    personal: personalFeeds(workshop),
    publicCalendar: publicFeeds(workshop),
    moment() {
      const [data, day] = [options.database.moment(), dayOf(options.now())]
      if (data === undefined) return undefined
      if (moment?.data !== data || moment.day !== day) moment = { data, day }
      return moment
    },
    figures() {
      const [parts, whole] = [workshop.chunks.figures(), workshop.bodies.figures()]
      return { ...whole, bytes: parts.bytes + whole.bytes, entries: parts.entries + whole.entries }
    },
  }
}
