import type { Calendar } from '../calendars/calendar.ts'
import { getCalendar } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'

/** The calendar of an import and its publisher. */
export interface ImportTarget {
  publisher: Publisher
  calendar: Calendar
}

/** Finds a public calendar by id or reference. Without `publisherId` it searches all publishers. */
export async function getImportTarget(
  ctx: Pick<AppContext, 'db' | 'directory'>,
  key: string,
  publisherId?: number,
): Promise<ImportTarget> {
  const owner = publisherId ?? (await findOwner(ctx, key))
  if (owner === undefined) throw notFound('Calendar', key)
  const publisher = await getPublisher(ctx.db, owner)
  return { publisher, calendar: await getCalendar(ctx.db, owner, key) }
}

async function findOwner(
  ctx: Pick<AppContext, 'db' | 'directory'>,
  key: string,
): Promise<number | undefined> {
  const byId = isId(key) ? await ctx.directory.find('calendar', key) : undefined
  if (byId !== undefined) return byId
  const owners = await listOwners(ctx.db, key)
  if (owners.length < 2) return owners[0]
  const which = `publishers ${owners.join(', ')} have one`
  throw new AppError('invalid', `The calendar [${key}] is ambiguous: ${which}. Say which with --publisher`)
}

async function listOwners(db: Db, reference: string): Promise<number[]> {
  const query = db.selectFrom('calendar').select('publisher_id').where('reference', '=', reference)
  return (await query.orderBy('publisher_id').execute()).map((row) => row.publisher_id)
}
