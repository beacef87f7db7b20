import { escapeHtml } from '../html.ts'

/** The next events of a public calendar, for feed readers. */
export interface ReaderFeed {
  name: string
  publisher: string
  /** The address of the calendar's page. */
  page: string
  /** The address of this feed. */
  address: string
  /** A tag URI (RFC 4151), which stays the same if the service moves. */
  id: string
  /** Epoch ms. */
  modified: number
  items: ReaderItem[]
}

export interface ReaderItem {
  id: string
  title: string
  text: string
  /** The address of the event's page; if it has none, the tracked one of its primary link. */
  url: string | undefined
  /** Epoch ms. */
  created: number
  modified: number
  event: ReaderEvent
}

/** The event for programs. Times are ISO 8601 with an offset, days without a time. */
export interface ReaderEvent {
  start: string
  end: string
  timezone: string
  location: string
  cancelled: boolean
}

/** Writes JSON Feed 1.1. Each item has its event as the extension `_fasti`. */
export function writeJsonFeed(feed: ReaderFeed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.name,
    home_page_url: feed.page,
    feed_url: feed.address,
    authors: [{ name: feed.publisher }],
    items: feed.items.map(({ id, title, text, url, created, modified, event }) => ({
      id,
      ...(url && { url }),
      title,
      content_text: text,
      date_published: iso(created),
      date_modified: iso(modified),
      _fasti: event,
    })),
  })
}

/** Writes Atom (RFC 4287). */
export function writeAtomFeed(feed: ReaderFeed): string {
  const entries = feed.items.map(
    ({ id, title, text, url, created, modified }) => `<entry>
<id>${xml(id)}</id>
<title>${xml(title)}</title>
<published>${iso(created)}</published>
<updated>${iso(modified)}</updated>
${url ? `<link rel="alternate" href="${xml(url)}"/>\n` : ''}<content type="text">${xml(text)}</content>
</entry>
`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xml(feed.id)}</id>
<title>${xml(feed.name)}</title>
<updated>${iso(feed.modified)}</updated>
<author><name>${xml(feed.publisher)}</name></author>
<link rel="alternate" type="text/html" href="${xml(feed.page)}"/>
<link rel="self" type="application/atom+xml" href="${xml(feed.address)}"/>
${entries.join('')}</feed>
`
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

/** Escapes text for XML, without the characters that XML 1.0 cannot hold (2.2). */
function xml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''))
}
