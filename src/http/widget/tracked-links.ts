import type { AppContext } from '../../context.ts'
import type { CalendarEvent } from '../../events/event.ts'
import type { EventLink } from './answers.ts'

/** Returns the links of an event as pages show them, the primary one first. */
export function trackedLinks(
  event: Pick<CalendarEvent, 'publisherId' | 'id' | 'quickLinks' | 'primaryLink'>,
  { links, config }: Pick<AppContext, 'links' | 'config'>,
): EventLink[] {
  const { publisherId, id, quickLinks, primaryLink } = event
  const isPrimary = ({ position }: { position: number }) => Number(position === primaryLink)
  return quickLinks
    .toSorted((a, b) => isPrimary(b) - isPrimary(a))
    .map(({ name, position }) => ({
      name,
      url: `${config.http.publicUrl}/l/${links.token('quick-link', { publisherId, id, position })}`,
    }))
}
