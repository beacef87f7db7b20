import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type CalendarEvent } from '../events/event.ts'
import { eventForLog, type LoggedFields } from '../events/event-log.ts'
import { listEventsById } from '../events/event-store.ts'
import type { ConfiguredContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { nextRevision } from '../revisions/revision.ts'
import { removeDates } from './change-dates.ts'
import { isDateOf, type LeftDate, makePlain, requireUnchanged, restoreSeries } from './restore-series.ts'
import type { Series } from './series.ts'
import { type LoggedSeriesChange, readLogged } from './series-log.ts'
import { deleteSeriesRow, findSeries, listDates } from './series-store.ts'

export interface UndoneSeries {
  /** The number of events that were changed, made again or deleted. */
  restored: number
  /** Dates that somebody deleted since: they stay deleted. */
  left: LeftDate[]
  /** What the undo did, in the same form as the change that it undid. */
  change: LoggedSeriesChange
}

/**
 * Undoes a change of series: rules and fields are as before, dates that it deleted come back with their ids, those that
 * it added are deleted. What was changed by hand since stays. Throws `conflict` if a series itself was changed since.
 */
export async function undoSeries(
  ctx: ConfiguredContext,
  publisher: Publisher,
  { before, after, plain, nowPlain = {} }: LoggedSeriesChange,
): Promise<UndoneSeries> {
  const { id: publisherId } = publisher
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const now = await findAll(tx, publisherId, ids)
    for (const id of ids) await requireUnchanged(tx, publisherId, now.get(id), before[id], after[id])
    const events = await eventsOf(tx, publisherId, [...now.keys()], { before, after, plain })
    const were = await readLogged(tx, publisherId, ids)
    const wereNone = events.filter(({ id, seriesId }) => seriesId === null && !(id in plain))

    const isAdded = ({ id }: CalendarEvent) => isDateOf(after, id) && !isDateOf(before, id) && !(id in plain)
    const added = events.filter(isAdded)
    await removeDates(tx, added, revision)
    const becomePlain = events.filter(({ id }) => id in plain)
    const madePlain: Record<string, LoggedFields> = {}
    for (const event of becomePlain) {
      const fields = plain[event.id]!
      const made = await makePlain(tx, publisher, event, fields, revision)
      if (Object.keys(fields).length > 0) madePlain[event.id] = eventForLog(made)
    }

    let restored = added.length + becomePlain.length
    const left: LeftDate[] = []
    const [first] = Object.keys(before)
    const belongsTo = ({ id, seriesId }: CalendarEvent) =>
      isDateOf(before, id) ?? (seriesId! in before ? seriesId : first)
    const others = events.filter((event) => !isAdded(event) && !(event.id in plain))
    for (const [id, logged] of Object.entries(before)) {
      const existing = others.filter((event) => belongsTo(event) === id)
      const back = await restoreSeries(
        { ...ctx, db: tx },
        publisherId,
        { id, logged, now: now.get(id), existing, after, nowPlain },
        revision,
      )
      restored += back.restored
      left.push(...back.left)
    }
    for (const id of Object.keys(after).filter((id) => !(id in before))) {
      await removeDates(tx, await listDates(tx, publisherId, id), revision)
      await deleteSeriesRow(tx, publisherId, id)
    }
    const are = await readLogged(tx, publisherId, ids)
    const none = wereNone.map((event): [string, LoggedFields] => [
      event.id,
      event.id in nowPlain ? eventForLog(event) : {},
    ])
    const change = { before: were, after: are, plain: Object.fromEntries(none), nowPlain: madePlain }
    return { restored, left, change }
  })
}

/** Throws `conflict` if a change of series can't be undone now. */
export async function requireUndoable(
  db: Db,
  publisherId: number,
  { before, after }: LoggedSeriesChange,
): Promise<void> {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const now = await findAll(db, publisherId, ids)
  for (const id of ids) await requireUnchanged(db, publisherId, now.get(id), before[id], after[id])
}

async function findAll(tx: Db, publisherId: number, ids: string[]): Promise<Map<string, Series>> {
  const found = new Map<string, Series>()
  for (const id of ids) {
    const series = await findSeries(tx, publisherId, id)
    if (series?.id === id) found.set(id, series)
  }
  return found
}

/** The events that an undo may be about: all dates of the series, and those that were or will be plain events. */
async function eventsOf(
  tx: Db,
  publisherId: number,
  seriesIds: string[],
  { before, after, plain }: LoggedSeriesChange,
): Promise<CalendarEvent[]> {
  const dates = [before, after]
    .flatMap((logged) => Object.values(logged))
    .flatMap(({ dates }) => Object.keys(dates))
  const ids = [...dates, ...Object.keys(plain)]
  const events = await listEventsById(tx, publisherId, [...new Set(ids)])
  for (const id of seriesIds) events.push(...(await listDates(tx, publisherId, id)))
  return [...new Map(events.map((event) => [event.id, event])).values()]
}
