import type { EventFields } from '../../src/events/event.ts'
import { FIELD_ROWS, type FieldValues } from '../../src/events/event-fields.ts'

/** An event that was given nothing. */
export const BLANK_EVENT: EventFields = {
  ...(Object.fromEntries(FIELD_ROWS.map(([name, { none }]) => [name, none])) as unknown as FieldValues),
  ...{ startAt: 0, endAt: 0, quickLinks: [], linkNames: [], imported: false },
}
