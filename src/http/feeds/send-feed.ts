import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Feed } from '../../feeds/feed.ts'
import { giveBack } from '../../feeds/lent-memory.ts'
import { memoize } from '../../time/memoize.ts'
import type { Unsent } from './unsent.ts'

const SECOND_MS = 1000
const NOT_MODIFIED = { status: 304, bytes: 0 } as const

const FEED_HEADERS = [
  ...['cache-control', 'private, max-age=900'],
  ...['vary', 'accept-encoding'],
  ...['x-robots-tag', 'noindex'],
]

/**
 * Answers a feed: whole, or 304 to who has it already (RFC 9110 13.2.2: If-None-Match first). Writes to the
 * connection itself: at many polls a second the ways of the framework would cost as much as all else. Nothing is
 * sent before the whole feed is there. `fixed`: the headers every answer with a body has, names and values by turns.
 */
export async function sendFeed(
  feed: Feed,
  req: IncomingMessage,
  res: ServerResponse,
  now: number,
  fixed: string[],
  unsent: Unsent,
): Promise<{ status: 200 | 304; bytes: number }> {
  const gzip = takesGzip(req)
  // One tag for each encoding: a strong tag names the very bytes (RFC 9110 8.8.3).
  const tags = { plain: `"${feed.version}"`, gzip: `"${feed.version}-gz"` }
  const changedAt = Math.floor(feed.changedAt / SECOND_MS) * SECOND_MS
  const headers = ['x-request-id', randomUUID(), 'etag', gzip ? tags.gzip : tags.plain]
  headers.push('last-modified', httpDate(lastModified(changedAt, now)), ...FEED_HEADERS)
  if (isUnchanged(req, tags, changedAt)) {
    res.writeHead(304, headers).end()
    return NOT_MODIFIED
  }
  const { bytes, lent } = await feed.body(gzip)
  headers.push(
    ...fixed,
    'content-type',
    'text/calendar; charset=utf-8',
    'content-length',
    String(bytes.length),
  )
  headers.push('content-disposition', contentDisposition(feed.name))
  if (gzip) headers.push('content-encoding', 'gzip')
  res.writeHead(200, headers).end(bytes)
  // Most feeds are small enough for the system to take them at once.
  if (res.writableLength === 0) {
    if (lent) giveBack(bytes)
  } else if (!req.socket.destroyed) unsent.add(bytes, res, lent)
  return { status: 200, bytes: req.method === 'HEAD' ? 0 : bytes.length }
}

/** Outlook says it takes gzip and then fails on it. */
function takesGzip(req: IncomingMessage): boolean {
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

function isUnchanged(req: IncomingMessage, tags: Record<string, string>, changedAt: number): boolean {
  const noneMatch = req.headers['if-none-match']
  if (noneMatch === tags.plain || noneMatch === tags.gzip) return true
  if (noneMatch !== undefined) {
    const given = noneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return given.some((tag) => tag === '*' || tag === tags.plain || tag === tags.gzip)
  }
  const since = Date.parse(req.headers['if-modified-since'] ?? '')
  return since >= changedAt
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
