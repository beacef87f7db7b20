import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { invalid } from '../errors.ts'
import { removeEvent } from '../events/delete-event.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { removeDates } from './change-dates.ts'
import { resolve, type Target } from './change-scope.ts'
import type { Scope } from './series.ts'
import { deleteSeriesRow, listDates, listExcluded, replaceExcluded, updateSeries } from './series-store.ts'
import { splitAt } from './split-series.ts'

/**
 * Deletes an event, or the dates of a series in the scope, in one transaction; `key` is an id or a reference. Without a
 * scope it is `this` for an event, `all` for a series. One date that is deleted is one that its series leaves out from
 * then on; with `following` the series ends before it. `calendarId` takes one event out of that calendar only.
 */
export async function deleteInScope(
  ctx: OperationContext,
  publisherId: number,
  key: string,
  scope: Scope | undefined,
  calendarId?: string,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    await removeInScope(tx, await resolve(tx, publisherId, key, scope), revision, calendarId)
  })
}

/** The same in the caller's transaction, which has locked the publisher and read the target. */
export async function removeInScope(
  tx: Db,
  target: Target,
  revision: Revision,
  calendarId?: string,
): Promise<void> {
  if (target.scope === 'this') return removeEvent(tx, target.event, revision, calendarId)
  if (calendarId !== undefined)
    throw invalid({
      calendarId: 'Event calendarId must be empty with this scope: change calendarIds instead',
    })
  const { series } = target
  const { publisherId, id } = series
  const from = target.scope === 'following' ? target.event.occurrence! : ''
  const first = from === '' ? undefined : splitAt(series, from)?.first
  await removeDates(tx, await listDates(tx, publisherId, id, from), revision)
  if (!first) return deleteSeriesRow(tx, publisherId, id)
  const excluded = await listExcluded(tx, publisherId, id)
  await updateSeries(tx, first, revision)
  const left = excluded.filter((occurrence) => occurrence < from)
  await replaceExcluded(tx, publisherId, id, left)
}
