import { touchCalendars } from '../calendars/calendar-store.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { pauser } from '../pause.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../revisions/revision.ts'
import { type CalendarEvent, calendarsOf } from './event.ts'
import { isSameCalendars, requireEventCalendars } from './event-calendars.ts'
import { countPublicGroup, listPublicGroup } from './event-store.ts'
import { type EventPair, updateEvents } from './event-write-store.ts'
import { planChange } from './save-event.ts'

type Input = Record<string, unknown>

/** Events of one grouping key that can change at once: others of the publisher wait for so long. */
const MOST_IN_GROUP = 20_000
/**
 * Events that one statement reads or changes. With 1000 it takes the same time, but polls beside it wait longer: more
 * objects outlive a collection of garbage.
 */
const AT_ONCE = 250

/**
 * Changes all public events of a grouping key in the same way, in one transaction; returns their ids and references.
 * Throws `too_large` for too many. When the signal fires, nothing is changed.
 */
export async function changeEventGroup(
  ctx: OperationContext,
  publisher: Publisher,
  referenceType: string,
  input: Input,
  signal: AbortSignal,
): Promise<GroupEvent[]> {
  requireGroupInput(input)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisher.id, ctx.now())
    const count = await countPublicGroup(tx, publisher.id, referenceType, MOST_IN_GROUP)
    if (count.value === 0) throw notFound('Event', referenceType)
    if (count.more) throw tooMany(referenceType)
    const group: GroupEvent[] = []
    const touched = new Set<string>()
    let calendarsChecked = false
    const pausing = pauser()
    // Read as they are changed: all of them would fill the memory, and its cleaning would hold up other requests.
    for (let after = ''; group.length < count.value;) {
      if (signal.aborted) throw new AppError('invalid', 'The request was broken off')
      const events = await listPublicGroup(tx, publisher.id, referenceType, after, AT_ONCE)
      after = events.at(-1)!.id
      const changed: EventPair[] = []
      for (const before of events) {
        const pair = { before, after: planChange(publisher, before, input, revision) }
        group.push({ id: before.id, reference: pair.after.reference })
        if (pair.after !== before) changed.push(pair)
        await pausing()
      }
      if (!calendarsChecked && changed.some((pair) => !isSameCalendars(pair.before, pair.after))) {
        await requireEventCalendars(tx, publisher.id, input)
        calendarsChecked = true
      }
      await updateEvents(tx, publisher.id, changed, revision)
      for (const pair of changed)
        for (const id of [...calendarsOf(pair.before), ...calendarsOf(pair.after)]) touched.add(id)
      await pausing()
    }
    await touchCalendars(tx, publisher.id, [...touched], revision)
    return group
  })
}

export type GroupEvent = Pick<CalendarEvent, 'id' | 'reference'>

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
