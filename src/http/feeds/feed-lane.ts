import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AppContext } from '../../context.ts'
import { feedMeter } from '../../metrics/feed-meter.ts'
import { rawHeaders } from '../headers.ts'
import { interceptRequests } from '../intercept.ts'
import { findPersonalFeed, findPublicFeed, type FoundFeed } from './find-feed.ts'
import { sendFeed } from './send-feed.ts'
import type { Unsent } from './unsent.ts'

const PERSONAL = /^\/feed\/([\w-]+)(?:\/[^/?]*)?(?:\?|$)/
const PUBLIC = /^\/calendar\/([0-9a-f]+)\.ics(?:\?|$)/

/**
 * Lets polls of feeds past the framework, which would take half of the time a 304 takes. What is not such a poll,
 * or can't be answered with a feed, goes the ordinary way, where routes of the same addresses say what is wrong.
 */
export function openFeedLane(ctx: AppContext, server: Server, unsent: Unsent): void {
  const meter = feedMeter(ctx.meters)
  const fixed = rawHeaders(ctx.config.http.publicUrl)
  interceptRequests(server, (req, res, goOrdinaryWay) => {
    const began = performance.now()
    const finding = findAt(ctx, req)
    if (!finding) return goOrdinaryWay()
    finding
      .then((found) => found && answer(found, req, res, began))
      .then((answered) => answered || goOrdinaryWay())
      // Whatever it was, it is met again there, and told.
      .catch(() => res.headersSent || goOrdinaryWay())
  })

  async function answer(
    { feed, count }: FoundFeed,
    req: IncomingMessage,
    res: ServerResponse,
    began: number,
  ) {
    const { status, bytes } = await sendFeed(feed, req, res, ctx.now(), fixed, unsent)
    const userAgent = req.headers['user-agent']
    count(userAgent)
    meter(req.method!, status, userAgent, performance.now() - began, bytes)
    return true
  }
}

function findAt(
  ctx: AppContext,
  { method, url }: IncomingMessage,
): Promise<FoundFeed | undefined> | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !url || url.includes('%00')) return undefined
  const token = PERSONAL.exec(url)?.[1]
  if (token !== undefined) return findPersonalFeed(ctx, token)
  const id = PUBLIC.exec(url)?.[1]
  return id === undefined ? undefined : findPublicFeed(ctx, id)
}
