import { listCalendarVersions } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { privateLimit } from '../events/save-event.ts'
import type { ConfiguredContext } from '../operation.ts'
import { pause } from '../pause.ts'
import { listPublisherIds } from '../publishers/publisher-store.ts'
import { nextRevision } from '../revisions/revision.ts'
import { isOwnerActive } from '../subscribers/subscriber-store.ts'
import { addDays, dayAt } from '../time/day.ts'
import { changeDates } from './change-dates.ts'
import { withoutSkipped } from './plan-series.ts'
import { ENDED, type Series } from './series.ts'
import { dayOf, horizonOf, listOccurrences } from './series-dates.ts'
import { findSeries, listDates, listExcluded, listOpenSeries, noteMade } from './series-store.ts'

const AT_ONCE = 100
/** Series that one run changes; the next run goes on behind them. */
const MOST_CHANGED = 2000

type KeeperContext = Pick<AppContext, 'db' | 'now' | 'config' | 'log'>

/**
 * Makes further dates of all series, and compares them with the calendars whose days they skip. Returns a function to
 * call each hour: a series has work once a day. Each series is one transaction, and asks for what is there: several
 * processes may run it at once, and any may be killed.
 */
export function createSeriesKeeper(ctx: KeeperContext, signal: AbortSignal): () => Promise<void> {
  let next = { publisherId: 0, id: '' }
  return async () => {
    const publisherIds = (await listPublisherIds(ctx.db)).sort((a, b) => a - b)
    const from = next
    next = { publisherId: 0, id: '' }
    let changed = 0
    await eachAlone(
      publisherIds.filter((id) => id >= from.publisherId),
      async (publisherId) => {
        for (let after = publisherId === from.publisherId ? from.id : ''; changed < MOST_CHANGED;) {
          const open = await listOpenSeries(ctx.db, publisherId, after, AT_ONCE)
          for (const { series, skippedAt } of open) {
            if (signal.aborted) return
            if (await keepSafely(ctx, series, skippedAt)) changed++
            after = series.id
            await pause()
          }
          if (changed >= MOST_CHANGED) next = { publisherId, id: after }
          else if (open.length < AT_ONCE) break
        }
      },
    )
  }
}

/** Keeps one series; a failure is logged and doesn't hold up the others. */
async function keepSafely(ctx: KeeperContext, series: Series, skippedAt: string | null): Promise<boolean> {
  try {
    return await keepSeries(ctx, series, skippedAt)
  } catch (error) {
    const refused = error instanceof AppError
    ctx.log[refused ? 'info' : 'warn'](
      {
        seriesId: series.id,
        publisherId: series.publisherId,
        ...(refused ? { reason: error.message } : { err: error }),
      },
      'further dates of a series were not made',
    )
    return false
  }
}

/** Returns true if the series had work. */
async function keepSeries(ctx: KeeperContext, series: Series, skippedAt: string | null): Promise<boolean> {
  const state = await skipState(ctx.db, series)
  const horizon = horizonOf(series.fields, ctx.now(), ctx.config.seriesMonths)
  if (series.madeUntil >= horizon && state === skippedAt) return false
  const { occurrences, ended } = listOccurrences(series, lastDay(series, horizon))
  if (state === skippedAt && !occurrences.some((occurrence) => dayOf(occurrence) > series.madeUntil)) {
    // Most series have no new date today: without a revision no feed is asked for.
    await noteMade(ctx.db, series, ended ? ENDED : horizon, state)
    return true
  }
  await transact(ctx.db, (tx) => bringUpToDate({ ...ctx, db: tx }, series))
  return true
}

/** Adds the dates that have come into the horizon, and takes the skipped days from now on anew. */
async function bringUpToDate(ctx: ConfiguredContext, { publisherId, id }: Series): Promise<void> {
  const tx = ctx.db
  const revision = await nextRevision(tx, publisherId, ctx.now())
  // The lock is ours now: somebody may have changed the series, or deleted it.
  const series = await findSeries(tx, publisherId, id)
  if (!series) return
  if (series.private && !(await isOwnerActive(tx, publisherId, series.calendarId))) return
  const horizon = horizonOf(series.fields, revision.now, ctx.config.seriesMonths)
  const last = lastDay(series, horizon)
  const state = await skipState(tx, series)
  const { occurrences, ended } = listOccurrences(series, last)
  const today = dayAt(series.fields.timezone, revision.now)
  const from = series.skipCalendars.length > 0 ? today : addDays(series.madeUntil, 1)
  const ahead = occurrences.filter((occurrence) => dayOf(occurrence) >= from)
  const left = await withoutSkipped(tx, series, ahead, await listExcluded(tx, publisherId, id))
  const existing = (await listDates(tx, publisherId, id, from)).filter(
    ({ occurrence }) => dayOf(occurrence!) <= last,
  )
  const byHand = existing.filter(({ ownFields }) => ownFields.length > 0)
  const wanted = [...new Set([...left, ...byHand.map(({ occurrence }) => occurrence!)])].sort()
  await changeDates(tx, series, existing, wanted, revision, privateLimit(ctx))
  await noteMade(tx, series, ended ? ENDED : last, state)
}

/** The last day to look at: dates that are made stay, also when the setting is lowered. */
function lastDay({ madeUntil }: Series, horizon: string): string {
  return madeUntil !== ENDED && madeUntil > horizon ? madeUntil : horizon
}

/** The versions of the calendars whose days a series skips; null if it skips none. */
async function skipState(db: Db, { publisherId, skipCalendars }: Series): Promise<string | null> {
  if (skipCalendars.length === 0) return null
  const versions = await listCalendarVersions(db, publisherId, skipCalendars)
  return JSON.stringify(versions.map(({ id, version }) => [id, version]))
}
