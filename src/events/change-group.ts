import type { Db } from '../db/database.ts'
import { type FieldErrors, notFound } from '../errors.ts'
import { pause } from '../pause.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { difference } from './event.ts'
import { isSameCalendars, requireEventCalendars } from './event-calendars.ts'
import { listEventsById } from './event-store.ts'
import { listGroupIds } from './reference-types.ts'
import { readChange, requireGroupInput } from './save-event.ts'

/** Events that one transaction changes, or that one statement reads. */
export const GROUP_PORTION = 500
const MAX_PREVIEWED = 20_000
const MAX_REFUSED = 20

export interface GroupPreview {
  events: number
  /** Events that the change modifies. */
  changed: number
  /** True if there are more events than were previewed. */
  more: boolean
  /** The first events that the change would make invalid. */
  refused: { id: string; name: string; errors: FieldErrors }[]
}

/** Previews a change of all public events with a grouping key; stores nothing. */
export async function previewGroupChange(
  db: Db,
  publisher: Publisher,
  referenceType: string,
  input: Record<string, unknown>,
): Promise<GroupPreview> {
  requireGroupInput(input)
  const preview: GroupPreview = { events: 0, changed: 0, more: false, refused: [] }
  let areCalendarsKnown = false
  for (let last = ''; ; await pause()) {
    const ids = await listGroupIds(db, publisher.id, referenceType, last, GROUP_PORTION)
    if (ids.length === 0 && last === '') throw notFound('Event', referenceType)
    if (preview.events >= MAX_PREVIEWED) return { ...preview, more: ids.length > 0 }
    for (const event of await listEventsById(db, publisher.id, ids)) {
      const read = readChange(publisher, event, input)
      preview.events++
      if ('errors' in read) {
        const { id, name } = event
        if (preview.refused.length < MAX_REFUSED) preview.refused.push({ id, name, errors: read.errors })
      } else {
        // Only after the first input that could be read: before, its calendars may be of any type.
        if (!areCalendarsKnown) await requireEventCalendars(db, publisher.id, input)
        areCalendarsKnown = true
        const differs = difference(event, read.event) !== 'none' || !isSameCalendars(event, read.calendars)
        if (differs) preview.changed++
      }
    }
    if (ids.length < GROUP_PORTION) return preview
    last = ids.at(-1)!
  }
}
