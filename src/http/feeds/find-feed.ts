import type { AppContext } from '../../context.ts'
import { applicationOf } from '../../feeds/applications.ts'
import type { Feed } from '../../feeds/feed.ts'
import type { Moment } from '../../feeds/feed-engine.ts'
import { isId } from '../../ids.ts'

/** A feed that somebody asked for, and how to count that it was read. */
export interface FoundFeed {
  feed: Feed
  count: (userAgent: string | undefined) => void
}

/** The feed a subscriber's link opens; undefined: nobody's. */
export async function findPersonalFeed(
  ctx: AppContext,
  token: string,
  moment?: Moment,
): Promise<FoundFeed | undefined> {
  const target = ctx.links.read('feed', token)
  const feed = target && (await ctx.feeds.personal(target, moment))
  if (!feed) return undefined
  const count = (userAgent: string | undefined) =>
    ctx.feedReads.count({
      publisherId: target.publisherId,
      subscriberId: target.id,
      application: applicationOf(userAgent).name,
      version: feed.version,
      at: ctx.now(),
    })
  return { feed, count }
}

/** A public calendar's feed; undefined when there is none, or it is a draft. */
export async function findPublicFeed(ctx: AppContext, id: string): Promise<FoundFeed | undefined> {
  const publisherId = isId(id) ? await ctx.directory.find('calendar', id) : undefined
  const feed = publisherId === undefined ? undefined : await ctx.feeds.publicCalendar(publisherId, id)
  return feed && { feed, count: () => {} }
}
