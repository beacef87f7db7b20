import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Feed } from '../../feeds/feed-engine.ts'

const SECOND_MS = 1000

const FEED_HEADERS = {
  'cache-control': 'private, max-age=900',
  vary: 'accept-encoding',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Answers a feed: whole, or 304 to who has it already (RFC 9110 13.2.2: If-None-Match first). */
export function sendFeed(
  ctx: AppContext,
  feed: Feed,
  req: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const gzip = takesGzip(req)
  // One tag for each encoding: a strong tag names the very bytes (RFC 9110 8.8.3).
  const tags = { plain: `"${feed.version}"`, gzip: `"${feed.version}-gz"` }
  const changedAt = Math.floor(feed.changedAt / SECOND_MS) * SECOND_MS
  reply.headers(FEED_HEADERS)
  reply.header('etag', gzip ? tags.gzip : tags.plain)
  reply.header('last-modified', new Date(lastModified(changedAt, ctx.now())).toUTCString())
  if (isUnchanged(req, tags, changedAt)) return reply.code(304).send()
  reply.header('content-type', 'text/calendar; charset=utf-8')
  reply.header('content-disposition', contentDisposition(feed.name))
  if (!gzip) return reply.send(feed.bytes)
  return reply.header('content-encoding', 'gzip').send(ctx.feeds.gzip(feed))
}

/** Outlook says it takes gzip and then fails on it. */
function takesGzip(req: FastifyRequest): boolean {
  const accepted = req.headers['accept-encoding']
  if (!accepted || !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))) return false
  return !/outlook|microsoft/i.test(req.headers['user-agent'] ?? '')
}

/**
 * HTTP dates are whole seconds, and until the second of the last change is over another change may come in
 * it. So long the second before is told: a client that asks by this date then gets the feed once too often
 * rather than never.
 */
function lastModified(changedAt: number, now: number): number {
  return now - changedAt < SECOND_MS ? changedAt - SECOND_MS : changedAt
}

function isUnchanged(req: FastifyRequest, tags: Record<string, string>, changedAt: number): boolean {
  const noneMatch = req.headers['if-none-match']
  if (noneMatch === tags.plain || noneMatch === tags.gzip) return true
  if (noneMatch !== undefined) {
    const given = noneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return given.some((tag) => tag === '*' || tag === tags.plain || tag === tags.gzip)
  }
  const since = Date.parse(req.headers['if-modified-since'] ?? '')
  return since >= changedAt
}

/** RFC 6266: a plain name for old clients, and the real one in the encoding of RFC 8187. */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w .-]/g, '_').slice(0, 60)
  const encoded = encodeURIComponent(name.slice(0, 60).toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}.ics"; filename*=UTF-8''${encoded}.ics`
}
