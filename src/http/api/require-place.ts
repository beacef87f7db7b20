import { AppError, type FieldErrors, invalid } from '../../errors.ts'
import { readNew, requireValid } from '../../events/save-event.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { readSeries } from '../../series/read-series.ts'

// Only the API requires a place of public events. Users of the admin portal, and imports, may leave it out.

type Input = Record<string, unknown>

/** Refuses a new public event without a place, together with all its other faults. */
export function requirePlace(publisher: Publisher, input: Input): void {
  if (input.location !== undefined && input.location !== '') return
  throw invalid({ ...faultsOf(publisher, input), ...REQUIRED_PLACE })
}

/** Refuses a change that takes the place of public events away. */
export function requirePlaceKept(stored: { location: string; private: boolean }[], input: Input): void {
  if (input.location !== '') return
  if (stored.some((event) => !event.private && event.location !== '')) throw invalid(REQUIRED_PLACE)
}

/** The error of a public event without a place. */
export const REQUIRED_PLACE = { location: 'Event location is required' }

function faultsOf(publisher: Publisher, input: Input): FieldErrors {
  const read = (event: Input) => readNew(publisher, event)
  try {
    if ((input.recurrence ?? null) === null) requireValid(read(input))
    else readSeries(input, read, true)
    return {}
  } catch (error) {
    if (error instanceof AppError && error.fields) return error.fields
    throw error
  }
}
