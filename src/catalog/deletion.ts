import type { Counted } from '../db/count-up-to.ts'
import type { Db } from '../db/database.ts'
import { listWidgets } from '../widgets/widget-store.ts'
import { type CalendarCount, countNow, countSubscribers } from './count-calendars.ts'

/** Subscriptions are counted up to this number; for more, the cached count is returned. */
const COUNTED = 20_000

/** The data that the deletion of a calendar would delete or change. */
export interface Deletion {
  events: Counted
  /** Subscriptions of active subscribers. */
  subscriptions: Counted
  /** Widgets whose list contains the calendar. */
  widgets: number
}

export async function previewDeletion(
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
