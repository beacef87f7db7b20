import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AppContext } from '../../context.ts'
import type { Moment } from '../../feeds/feed-engine.ts'
import { feedMeter } from '../../metrics/feed-meter.ts'
import { rawHeaders } from '../headers.ts'
import { interceptRequests } from '../intercept.ts'
import { findPersonalFeed, findPublicFeed, type FoundFeed } from './find-feed.ts'
import { sendFeed } from './send-feed.ts'
import type { Unsent } from './unsent.ts'

const FEED = /^\/(?:feed\/([\w-]+)(?:\/[^/?]*)?|calendar\/([0-9a-f]+)\.ics)(?:\?|$)/
/** Addresses whose feeds are remembered: with all that stands behind them some kilobytes each. */
const REMEMBERED = 10_000
/** Of an address that is remembered: ours have half as many characters, but anybody may add a query. */
const MOST_CHARACTERS = 200

interface Poll {
  req: IncomingMessage
  res: ServerResponse
  began: number
  goOrdinaryWay: () => void
}

/**
 * Lets polls of feeds past the framework, which would take half of the time a 304 takes. What is not such a poll,
 * or can't be answered with a feed, goes the ordinary way, where routes of the same addresses say what is wrong.
 *
 * Polls of one turn of the event loop are answered together when it ends: it then has to be asked only once whether
 * anything was committed, and where nothing was, what was found at an address before is sent without waiting.
 */
export function openFeedLane(ctx: AppContext, server: Server, unsent: Unsent): void {
  const meter = feedMeter(ctx.meters)
  const fixed = rawHeaders(ctx.config.http.publicUrl)
  /** By address. When full, all is forgotten: to know which came last would cost each poll more than that. */
  const known = new Map<string, { found: FoundFeed; moment: Moment }>()
  let polls: Poll[] = []

  interceptRequests(server, (req, res, goOrdinaryWay) => {
    const { method, url } = req
    const isPoll = (method === 'GET' || method === 'HEAD') && FEED.test(url!) && !url!.includes('%00')
    if (!isPoll) return goOrdinaryWay()
    if (polls.push({ req, res, began: performance.now(), goOrdinaryWay }) === 1) setImmediate(endTurn)
  })

  function endTurn(): void {
    const turn = polls
    polls = []
    const moment = momentOrNone()
    for (const poll of turn) {
      const last = moment && known.get(poll.req.url!)
      const answered = last && last.moment === moment ? answer(last.found, poll) : findAnew(poll, moment)
      // Whatever it was, it is met again on the ordinary way, and told there.
      answered.catch(() => poll.res.headersSent || poll.goOrdinaryWay())
    }
  }

  function momentOrNone(): Moment | undefined {
    try {
      return ctx.feeds.moment()
    } catch {
      return undefined // the database is away, which those who need it are told
    }
  }

  async function findAnew(poll: Poll, moment: Moment | undefined): Promise<void> {
    const url = poll.req.url!
    const found = await findAt(ctx, url, moment)
    if (!found) return poll.goOrdinaryWay()
    if (moment && url.length <= MOST_CHARACTERS) {
      if (known.size >= REMEMBERED) known.clear()
      known.set(url, { found, moment })
    }
    await answer(found, poll)
  }

  async function answer({ feed, count }: FoundFeed, { req, res, began }: Poll): Promise<void> {
    const { status, bytes } = await sendFeed(feed, req, res, ctx.now(), fixed, unsent)
    const userAgent = req.headers['user-agent']
    count(userAgent)
    meter(req.method!, status, userAgent, performance.now() - began, bytes)
  }
}

function findAt(ctx: AppContext, url: string, moment: Moment | undefined): Promise<FoundFeed | undefined> {
  const [, token, calendarId] = FEED.exec(url)!
  return token === undefined ? findPublicFeed(ctx, calendarId!) : findPersonalFeed(ctx, token, moment)
}
