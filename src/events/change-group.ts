import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { type FieldErrors, notFound } from '../errors.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { difference } from './event.ts'
import { listEventsById } from './event-store.ts'
import { readEvent } from './read-event.ts'
import { listGroupIds } from './reference-types.ts'
import { changeRules, requireEventCalendar, requireGroupInput } from './save-event.ts'

/** Events of one transaction, or of one look. */
export const GROUP_PORTION = 500
const MOST = 20_000
const MOST_TOLD = 20

export interface GroupPreview {
  events: number
  /** That the change makes different. */
  changed: number
  /** Whether there are more events than were looked at. */
  more: boolean
  /** The first of those the change is not good for. */
  refused: { id: string; name: string; errors: FieldErrors }[]
}

/** What a change of all public events of a key would do; stores nothing. */
export async function previewGroupChange(
  db: Db,
  publisher: Publisher,
  referenceType: string,
  input: Record<string, unknown>,
): Promise<GroupPreview> {
  requireGroupInput(input)
  const preview: GroupPreview = { events: 0, changed: 0, more: false, refused: [] }
  const calendarId = typeof input.calendarId === 'string' ? input.calendarId : undefined
  for (let last = ''; ; await breathe()) {
    const ids = await listGroupIds(db, publisher.id, referenceType, last, GROUP_PORTION)
    if (ids.length === 0 && last === '') throw notFound('Event', referenceType)
    if (last === '' && calendarId !== undefined) await requireEventCalendar(db, publisher.id, calendarId)
    if (preview.events >= MOST) return { ...preview, more: ids.length > 0 }
    for (const event of await listEventsById(db, publisher.id, ids)) {
      const read = readEvent(input, changeRules(publisher, event))
      preview.events++
      if ('errors' in read) {
        const { id, name } = event
        if (preview.refused.length < MOST_TOLD) preview.refused.push({ id, name, errors: read.errors })
      } else if (
        difference(event, read.event) !== 'none' ||
        (calendarId !== undefined && calendarId !== event.calendarId)
      ) {
        preview.changed++
      }
    }
    if (ids.length < GROUP_PORTION) return preview
    last = ids.at(-1)!
  }
}
