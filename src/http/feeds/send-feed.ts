import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Feed, FeedTag } from '../../feeds/feed-cache.ts'
import { memoize } from '../../time/memoize.ts'
import type { PendingResponses } from './pending-responses.ts'

const SECOND_MS = 1000
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const TIME = '\\d\\d:\\d\\d:\\d\\d'
/** The three formats of RFC 9110, 5.6.7: the current one and two obsolete ones. */
const DATE_FORMS = [
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d ${MONTH} \\d{4} ${TIME} GMT$`),
  new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d\\d-${MONTH}-\\d\\d ${TIME} GMT$`),
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`),
]

const FEED_HEADERS = {
  'cache-control': 'private, max-age=900',
  vary: 'accept-encoding',
  'x-robots-tag': 'noindex',
}

/**
 * Sends a feed, or 304 if the client has the current version (RFC 9110, 13.2.2: If-None-Match takes
 * precedence). The response starts only after the whole feed is written.
 */
export async function sendFeed(
  feed: Feed,
  req: FastifyRequest,
  reply: FastifyReply,
  now: number,
  pending: PendingResponses,
): Promise<FastifyReply> {
  const gzip = acceptsGzip(req)
  reply.headers(FEED_HEADERS)
  if (isUnchanged(req, feed, now)) {
    setValidators(reply, feed, gzip, now)
    return reply.code(304).send()
  }
  const body = await feed.loadBody(gzip)
  setValidators(reply, body, gzip, now)
  reply.header('content-type', 'text/calendar; charset=utf-8')
  reply.header('content-disposition', contentDisposition(feed.name))
  if (gzip) reply.header('content-encoding', 'gzip')
  if (req.method === 'GET') pending.add(body.bytes, reply.raw)
  return reply.send(body.bytes)
}

function setValidators(reply: FastifyReply, { etag, changedAt }: FeedTag, gzip: boolean, now: number): void {
  // Each encoding has its own tag: a strong tag stands for the exact bytes (RFC 9110, 8.8.3).
  reply.header('etag', gzip ? `"${etag}-gz"` : `"${etag}"`)
  reply.header('last-modified', httpDate(lastModified(changedAt, now)))
}

/** Outlook requests gzip and then fails to read it. */
function acceptsGzip(req: FastifyRequest): boolean {
  const accepted = req.headers['accept-encoding']
  if (!accepted || !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))) return false
  return !/outlook|microsoft/i.test(req.headers['user-agent'] ?? '')
}

/**
 * Returns the time for Last-Modified. HTTP dates have whole seconds, and a second change may follow within
 * the same second. Until that second is over, the previous one is sent: a client that checks by date then
 * gets the feed once too often instead of missing the change.
 */
function lastModified(changedAt: number, now: number): number {
  const second = Math.floor(changedAt / SECOND_MS) * SECOND_MS
  return now - second < SECOND_MS ? second - SECOND_MS : second
}

function isUnchanged(req: FastifyRequest, { etag, changedAt }: FeedTag, now: number): boolean {
  if (req.headers['if-none-match'] !== undefined) return hasTag(req, etag)
  const since = readHttpDate(req.headers['if-modified-since'])
  // A date in the future comes from a wrong clock and would hide changes until then.
  return since !== undefined && since <= now && since >= Math.floor(changedAt / SECOND_MS) * SECOND_MS
}

/** True if the client has the version with this tag, in any encoding (RFC 9110, 13.1.2). */
export function hasTag(req: FastifyRequest, etag: string): boolean {
  const tags = (req.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag === '*' || tag === `"${etag}"` || tag === `"${etag}-gz"`)
}

const httpDate = memoize(1000, (time: number) => new Date(time).toUTCString())

/** RFC 6266: an ASCII name for old clients, and the full name in the encoding of RFC 8187. */
const contentDisposition = memoize(1000, (name: string): string => {
  const plain = name.replace(/[^\w .-]/g, '_').slice(0, 60)
  const encoded = encodeURIComponent(name.slice(0, 60).toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}.ics"; filename*=UTF-8''${encoded}.ics`
})

/**
 * Parses an HTTP date into epoch ms. Returns undefined for any other text: recipients must ignore invalid
 * dates (RFC 9110, 13.1.3).
 */
function readHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !DATE_FORMS.some((form) => form.test(text))) return undefined
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  // Date.parse accepts 31 February as 3 March.
  const exists = !DATE_FORMS[0]!.test(text) || new Date(time).toUTCString() === text
  return Number.isNaN(time) || !exists ? undefined : time
}
