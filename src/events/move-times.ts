import type { FieldErrors } from '../errors.ts'
import { addDays } from '../time/day.ts'
import { localToUtc, utcToLocal } from '../time/zone.ts'
import type { EventFields } from './event.ts'

/** The distance that an event moves; negative is earlier. */
export interface Move {
  days: number
  minutes: number
}

type Times = Pick<EventFields, 'startDate' | 'startTime' | 'endDate' | 'endTime'>

const MINUTE_MS = 60_000

/**
 * Returns the local times of an event that moves. Days leave its time of day as it is, also over a clock change.
 * Minutes are real minutes: an event of one hour that moves over a clock change still lasts one hour. Returns errors by
 * field for an all-day event that should move by minutes, and for a time that comes twice that day and can't be told
 * from the first one.
 */
export function moveTimes(
  { startDate, startTime, endDate, endTime, timezone }: Times & Pick<EventFields, 'timezone'>,
  { days, minutes }: Move,
): Partial<Times> | { errors: FieldErrors } {
  const onDays = { startDate: addDays(startDate, days), endDate: addDays(endDate, days) }
  if (minutes === 0) return days === 0 ? {} : onDays
  if (startTime === null || endTime === null)
    return { errors: { moveMinutes: 'Event moveMinutes is not possible: the event lasts all day' } }
  const [start, end] = [
    movedBy(onDays.startDate, startTime, timezone, minutes),
    movedBy(onDays.endDate, endTime, timezone, minutes),
  ]
  if (!start || !end)
    return {
      errors: {
        moveMinutes:
          'Event moveMinutes leads to a time that comes twice that day, because clocks go back: move the event by hand',
      },
    }
  return { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time }
}

/** Returns the local time some minutes later; undefined if its local time means an earlier instant. */
function movedBy(date: string, time: string, timezone: string, minutes: number) {
  const at = localToUtc(timezone, Date.parse(`${date}T${time}Z`)) + minutes * MINUTE_MS
  const local = utcToLocal(timezone, at)
  if (localToUtc(timezone, local) !== at) return undefined
  const text = new Date(local).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}
