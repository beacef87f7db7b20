import type { CalendarEvent } from '../events/event.ts'
import { writeCodedLink } from '../links/link-codes.ts'
import type { Links } from '../links/links.ts'

/**
 * The address of a quick link, which counts the click. An event that was last saved before there were codes has none,
 * and keeps the address that calendars have.
 */
export function quickLinkUrl(
  { links, publicUrl }: { links: Links; publicUrl: string },
  { publisherId, id, linkCode }: CalendarEvent,
  position: number,
): string {
  const last = linkCode
    ? writeCodedLink({ publisherId, code: linkCode, position })
    : links.token('quick-link', { publisherId, id, position })
  return `${publicUrl}/l/${last}`
}
