import type { FieldErrors } from '../errors.ts'
import { invalid } from '../errors.ts'
import type { EventFields } from '../events/event.ts'
import type { Calendars } from '../events/event-calendars.ts'
import { isOn, type ReadInput } from '../events/save-event.ts'
import { readRecurrence, type Recurrence } from './read-recurrence.ts'

/**
 * Reads an event with its recurrence; throws `invalid` with the errors of both, by field. `read` reads the event without
 * it.
 */
export function readSeries(
  { recurrence: given, ...input }: Record<string, unknown>,
  read: (input: Record<string, unknown>) => ReadInput,
  isNew: boolean,
): { fields: EventFields; calendars: Calendars; recurrence: Recurrence } {
  const event = read(input)
  const recurrence = given === undefined && !isNew ? { recurrence: {} } : readRecurrence(given, isNew)
  const errors: FieldErrors = {
    ...('errors' in event && event.errors),
    ...('errors' in recurrence && recurrence.errors),
    ...(isOn(input.join) && { join: 'Event join is for a single event' }),
  }
  if ('errors' in event || 'errors' in recurrence || errors.join) throw invalid(errors)
  return { fields: event.event, calendars: event.calendars, recurrence: recurrence.recurrence }
}
