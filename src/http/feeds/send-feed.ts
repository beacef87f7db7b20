import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Feed, FeedTag } from '../../feeds/feed-cache.ts'
import { memoize } from '../../time/memoize.ts'
import { readHttpDate } from './http-date.ts'
import type { Unsent } from './unsent.ts'

const SECOND_MS = 1000

const FEED_HEADERS = {
  'cache-control': 'private, max-age=900',
  vary: 'accept-encoding',
  'x-robots-tag': 'noindex',
}

/**
 * Sends a feed: whole, or 304 to a client that has it already (RFC 9110, 13.2.2: If-None-Match first). Nothing is sent
 * before the whole feed is written.
 */
export async function sendFeed(
  feed: Feed,
  req: FastifyRequest,
  reply: FastifyReply,
  now: number,
  unsent: Unsent,
): Promise<FastifyReply> {
  const gzip = takesGzip(req)
  reply.headers(FEED_HEADERS)
  if (isUnchanged(req, feed, now)) {
    tagged(reply, feed, gzip, now)
    return reply.code(304).send()
  }
  const body = await feed.body(gzip)
  tagged(reply, body, gzip, now)
  reply.header('content-type', 'text/calendar; charset=utf-8')
  reply.header('content-disposition', contentDisposition(feed.name))
  if (gzip) reply.header('content-encoding', 'gzip')
  if (req.method === 'GET') unsent.add(body.bytes, reply.raw)
  return reply.send(body.bytes)
}

function tagged(reply: FastifyReply, { etag, changedAt }: FeedTag, gzip: boolean, now: number): void {
  // Each encoding has its own tag: a strong tag names the very octets (RFC 9110, 8.8.3).
  reply.header('etag', gzip ? `"${etag}-gz"` : `"${etag}"`)
  reply.header('last-modified', httpDate(lastModified(changedAt, now)))
}

/** Outlook asks for gzip and then fails on it. */
function takesGzip(req: FastifyRequest): boolean {
  const accepted = req.headers['accept-encoding']
  if (!accepted || !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))) return false
  return !/outlook|microsoft/i.test(req.headers['user-agent'] ?? '')
}

/**
 * HTTP dates are whole seconds, and a second change may follow within the second of the first. Until that second is
 * over, Last-Modified is the second before: a client that asks by date then gets the feed once too often, not never.
 */
function lastModified(changedAt: number, now: number): number {
  const second = Math.floor(changedAt / SECOND_MS) * SECOND_MS
  return now - second < SECOND_MS ? second - SECOND_MS : second
}

function isUnchanged(req: FastifyRequest, { etag, changedAt }: FeedTag, now: number): boolean {
  const noneMatch = req.headers['if-none-match']
  if (noneMatch !== undefined) {
    const tags = noneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return tags.some((tag) => tag === '*' || tag === `"${etag}"` || tag === `"${etag}-gz"`)
  }
  const since = readHttpDate(req.headers['if-modified-since'])
  // A date in the future comes from a wrong clock, and would hide changes until then.
  return since !== undefined && since <= now && since >= Math.floor(changedAt / SECOND_MS) * SECOND_MS
}

const httpDate = memoize(1000, (time: number) => new Date(time).toUTCString())

/** RFC 6266: a plain name for old clients, and the real one in the encoding of RFC 8187. */
const contentDisposition = memoize(1000, (name: string): string => {
  const plain = name.replace(/[^\w .-]/g, '_').slice(0, 60)
  const encoded = encodeURIComponent(name.slice(0, 60).toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}.ics"; filename*=UTF-8''${encoded}.ics`
})
