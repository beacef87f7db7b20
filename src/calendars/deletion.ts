import type { Counted } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { listWidgets } from '../widgets/widget-store.ts'
import { type CalendarCount, countNow, countSubscribers } from './count-calendars.ts'

/** So many are counted at once; of more, what was counted last is told. */
const COUNTED = 20_000

/** What goes, or changes, when a calendar is deleted. */
export interface Deletion {
  events: Counted
  /** Of active subscribers. */
  subscriptions: Counted
  /** Widgets that offer the calendar by name. */
  widgets: number
}

export async function whatDeletingTakes(
  db: Db,
  publisherId: number,
  id: string,
  counts: ReadonlyMap<string, CalendarCount> | undefined,
): Promise<Deletion> {
  const now = (await countNow(db, publisherId, [id], undefined)).get(id)!
  const last = counts?.get(id)?.subscribers
  let subscriptions = now.subscribers
  if (subscriptions.more) subscriptions = await countSubscribers(db, publisherId, id, COUNTED)
  if (subscriptions.more && last && last.value >= subscriptions.value) subscriptions = last
  const widgets = await listWidgets(db, publisherId)
  const offering = widgets.filter(({ settings }) => settings.calendarIds?.includes(id))
  return { events: now.events, subscriptions, widgets: offering.length }
}
