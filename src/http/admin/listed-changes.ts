import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import type { EventChange } from '../../events/event-change.ts'
import type { ReachPreview } from '../../reach/preview-reach.ts'
import { type CountedReach, findLastReach, keyOf } from '../../reach/reach-store.ts'
import { presentChange } from '../api/present-change.ts'
import type { ListedChange, ReachPreviewAnswer } from './changes-schemas.ts'

/** Returns public changes as lists show them: with the names of their calendars, and their reach. */
export async function listWithReach(
  { db, reach }: Pick<AppContext, 'db' | 'reach'>,
  publisherId: number,
  changes: EventChange[],
): Promise<ListedChange[]> {
  const ids = [...new Set(changes.map(({ calendarId }) => calendarId))]
  const calendars = await listCalendarsById(db, publisherId, ids)
  const names = new Map(calendars.map(({ id, name }) => [id, name]))
  const recent = await reach.find(publisherId)
  const older = changes.filter((change) => !recent?.has(keyOf(change)))
  const kept = await findLastReach(db, publisherId, [...new Set(older.map(({ revision }) => revision))])
  const counted = new Map([...kept.map((last) => [keyOf(last), last] as const), ...(recent ?? [])])
  return changes.map((change) => ({
    ...presentChange(change),
    name: (change.after ?? change.before)?.name ?? '',
    calendar: names.get(change.calendarId) ?? '',
    reach: presentReach(counted.get(keyOf(change))),
  }))
}

export function presentReachPreview({ share, ...preview }: ReachPreview): ReachPreviewAnswer['data'] {
  return { ...preview, share: share ?? null }
}

function presentReach(counted: CountedReach | undefined): ListedChange['reach'] {
  if (!counted) return null
  const { active, reached, partly, silent, applications, countedAt } = counted
  return { active, reached, partly, silent, applications, countedAt: new Date(countedAt).toISOString() }
}
