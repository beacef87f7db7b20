import type { AppContext } from '../../context.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { quickLinkUrl } from '../../feeds/quick-link-url.ts'
import type { EventLink } from './answers.ts'

/** Returns the links of an event as pages show them, the primary one first. */
export function trackedLinks(
  event: CalendarEvent,
  { links, config }: Pick<AppContext, 'links' | 'config'>,
): EventLink[] {
  const isPrimary = ({ position }: { position: number }) => Number(position === event.primaryLink)
  const settings = { links, publicUrl: config.http.publicUrl }
  return event.quickLinks
    .toSorted((a, b) => isPrimary(b) - isPrimary(a))
    .map(({ name, position }) => ({ name, url: quickLinkUrl(settings, event, position) }))
}
