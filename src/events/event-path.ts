import { MAX_PUBLISHER_ID } from '../ids.ts'
import { slugOf } from '../slug.ts'
import type { CalendarEvent } from './event.ts'

/** An event, by what its page's address has of it. */
type PageEvent = Pick<CalendarEvent, 'publisherId' | 'id' | 'name'>

const KEY = /^([1-9a-z][0-9a-z]{0,5})-([0-9a-f]{24})$/
const MAX_SLUG = 80

/** The path of an event's public page: `/e/{key}/{slug}`. */
export function eventPath(event: PageEvent): string {
  const slug = slugOf(event.name, MAX_SLUG)
  return `/e/${eventKey(event)}${slug && `/${encodeURIComponent(slug)}`}`
}

/** The key of an event in addresses: the publisher's id in base 36, so that one shard finds the event, and its own. */
export function eventKey({ publisherId, id }: Pick<PageEvent, 'publisherId' | 'id'>): string {
  return `${publisherId.toString(36)}-${id}`
}

/** Reads the key of an event; undefined if it is none. */
export function readEventKey(key: string): { publisherId: number; id: string } | undefined {
  const [, publisher = '', id = ''] = KEY.exec(key) ?? []
  const publisherId = parseInt(publisher, 36)
  return publisherId <= MAX_PUBLISHER_ID ? { publisherId, id } : undefined
}
