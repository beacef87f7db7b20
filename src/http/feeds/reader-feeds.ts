import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Calendar } from '../../calendars/calendar.ts'
import type { AppContext } from '../../context.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { eventPath } from '../../events/event-path.ts'
import { listUpcoming } from '../../events/upcoming-store.ts'
import { type ReaderFeed, type ReaderItem, writeAtomFeed, writeJsonFeed } from '../../feeds/reader-feed.ts'
import { cancelledEventsOf } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { withOffset } from '../../time/zone.ts'
import { getPublicCalendar } from '../widget/public-calendar.ts'
import { trackedLinks } from '../widget/tracked-links.ts'
import { hasTag } from './send-feed.ts'

/** Events in a feed. */
const SHOWN = 100

const FORMS = {
  json: { type: 'application/feed+json; charset=utf-8', write: writeJsonFeed },
  atom: { type: 'application/atom+xml; charset=utf-8', write: writeAtomFeed },
}

/**
 * Feeds of what comes next in a public calendar, for feed readers and for programs: JSON Feed and Atom. Scripts of any
 * site may read them.
 */
export function readerFeedRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    for (const suffix of ['json', 'atom'] as const) {
      const { type, write } = FORMS[suffix]
      app.get<{ Params: { id: string } }>(
        `/calendar/:id.${suffix}`,
        { schema: { hide: true } },
        async (req, reply) => {
          const calendar = await getPublicCalendar(ctx, req.params.id)
          return send(req, reply, write(await readFeed(calendar, suffix)), type)
        },
      )
    }
    return Promise.resolve()
  }

  async function readFeed(calendar: Calendar, suffix: string): Promise<ReaderFeed> {
    const publisher = await getPublisher(ctx.db, calendar.publisherId)
    const cancelled = cancelledEventsOf(publisher.settings)
    const wanted = { calendarIds: [calendar.id], now: ctx.now(), cancelled: cancelled.mode !== 'remove' }
    const events = await listUpcoming(ctx.db, publisher.id, wanted, SHOWN)
    const uidHost = await ctx.feeds.uidHost()
    const page = `${ctx.config.http.publicUrl}/calendar/${calendar.id}`
    return {
      name: calendar.name,
      publisher: publisher.company,
      page,
      address: `${page}.${suffix}`,
      id: tagUri(uidHost, calendar),
      modified: Math.max(calendar.modified, ...events.map(({ modified }) => modified)),
      items: events.map((event) =>
        itemOf(event, tagUri(uidHost, event), cancelled.mark, calendar.eventPages),
      ),
    }
  }

  function itemOf(event: CalendarEvent, id: string, mark: string, hasPage: boolean): ReaderItem {
    const { name, location, details, created, modified, cancelled, timezone } = event
    const { start, end, words } = whenOf(event)
    return {
      id,
      title: cancelled ? `${mark}: ${name}` : name,
      text: [words, location, details].filter(Boolean).join('\n'),
      url: hasPage ? ctx.config.http.publicUrl + eventPath(event) : trackedLinks(event, ctx)[0]?.url,
      created,
      modified,
      event: { start, end, timezone, location, cancelled },
    }
  }
}

/** Sends the feed, or 304. It has no Last-Modified, since it also changes when an event ends. */
function send(req: FastifyRequest, reply: FastifyReply, text: string, type: string): FastifyReply {
  const etag = createHash('sha256').update(text).digest('base64url')
  reply.headers({
    etag: `"${etag}"`,
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  })
  return hasTag(req, etag) ? reply.code(304).send() : reply.type(type).send(text)
}

/** A tag URI (RFC 4151): it stays the same when the service moves. */
function tagUri(uidHost: string, { id, created }: { id: string; created: number }): string {
  return `tag:${uidHost},${new Date(created).toISOString().slice(0, 10)}:${id}`
}

/** Start and end for programs; in words that need no language. */
function whenOf({ startDate, startTime, endDate, endTime, startAt, endAt, timezone }: CalendarEvent) {
  if (startTime === null) {
    const words = startDate === endDate ? startDate : `${startDate} – ${endDate}`
    return { start: startDate, end: endDate, words }
  }
  const until = startDate === endDate ? endTime : `${endDate} ${endTime}`
  return {
    start: withOffset(startAt, timezone),
    end: withOffset(endAt, timezone),
    words: `${startDate} ${startTime} – ${until} (${timezone})`,
  }
}
