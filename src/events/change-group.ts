import { touchCalendars } from '../calendars/calendar-store.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { pause } from '../pause.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../revisions/revision.ts'
import { type CalendarEvent, calendarsOf } from './event.ts'
import { isSameCalendars, requireEventCalendars } from './event-calendars.ts'
import { listPublicGroup } from './event-store.ts'
import { updateEvents } from './event-write-store.ts'
import { planChange } from './save-event.ts'

type Input = Record<string, unknown>

/** Events of one grouping key that can change at once: others of the publisher wait for so long. */
const MOST_IN_GROUP = 20_000
/** Events that one statement changes. */
const AT_ONCE = 1000

/**
 * Changes all public events of a grouping key in the same way, in one transaction; returns them as they are then. Throws
 * `too_large` for too many. When the signal fires, nothing is changed.
 */
export async function changeEventGroup(
  ctx: OperationContext,
  publisher: Publisher,
  referenceType: string,
  input: Input,
  signal: AbortSignal,
): Promise<CalendarEvent[]> {
  requireGroupInput(input)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const events = await listPublicGroup(tx, publisher.id, referenceType, MOST_IN_GROUP + 1)
    if (events.length === 0) throw notFound('Event', referenceType)
    if (events.length > MOST_IN_GROUP) throw tooMany(referenceType)
    const after: CalendarEvent[] = []
    const touched = new Set<string>()
    let calendarsChecked = false
    for (let from = 0; from < events.length; from += AT_ONCE) {
      if (signal.aborted) throw new AppError('invalid', 'The request was broken off')
      const pairs = events
        .slice(from, from + AT_ONCE)
        .map((before) => ({ before, after: planChange(publisher, before, input, revision) }))
      after.push(...pairs.map((pair) => pair.after))
      const changed = pairs.filter((pair) => pair.after !== pair.before)
      if (!calendarsChecked && changed.some((pair) => !isSameCalendars(pair.before, pair.after))) {
        await requireEventCalendars(tx, publisher.id, input)
        calendarsChecked = true
      }
      await updateEvents(tx, publisher.id, changed, revision)
      for (const pair of changed)
        for (const id of [...calendarsOf(pair.before), ...calendarsOf(pair.after)]) touched.add(id)
      await pause()
    }
    await touchCalendars(tx, publisher.id, [...touched], revision)
    return after
  })
}

function tooMany(referenceType: string): AppError {
  return new AppError(
    'too_large',
    `More than ${MOST_IN_GROUP} events have the reference type [${referenceType}]. List them page by page with ` +
      'GET /event and change each, or give parts of them reference types of their own',
  )
}

/** Refuses a reference, since several events can't have the same one, and a recurrence. */
export function requireGroupInput(input: Input): void {
  if (input.recurrence !== undefined)
    throw invalid({ recurrence: 'Event recurrence is not possible for a group of events' })
  if (input.reference !== undefined)
    throw invalid({ reference: 'Event reference must differ between events' }, 'reference_taken')
}
