import type { AppContext } from '../context.ts'
import { findPublisher } from '../publishers/publisher-store.ts'
import {
  behind,
  type Followed,
  listChangedCalendars,
  markCollection,
  moveFollower,
  withNewEvents,
  withOther,
} from '../web-push/push-queue.ts'
import { hashOf, PRIVATE, propertiesByName } from './collection.ts'

type MarkContext = Pick<AppContext, 'db' | 'now' | 'publicCalendars'>

/**
 * Makes messages due about the calendars of a publisher that changed between two revisions. After a crash it is done
 * again, and changes nothing for those who are marked. Two processes may do it at once.
 */
export async function markChanges(ctx: MarkContext, followed: Followed): Promise<void> {
  const { publisherId, from, to } = followed
  const now = ctx.now()
  let marked = 0
  const mark = async (collection: string, changed: number, which: ReturnType<typeof behind>) => {
    marked = await markCollection(ctx.db, { publisherId, collection, changed }, which, now, marked)
  }
  await mark(PRIVATE, to, withNewEvents(from))
  for (const { id, version } of await listChangedCalendars(ctx.db, publisherId, from))
    await mark(id, version, behind(version))
  const byName = await readProperties(ctx, publisherId)
  const properties = hashOf([...byName])
  if (properties !== followed.properties)
    for (const [name, own] of byName) await mark(name, to, withOther(own))
  await moveFollower(ctx.db, followed, properties)
}

/** Returns a hash of the names and colours of a publisher's calendars as they are. */
export async function propertiesOfAll(ctx: MarkContext, publisherId: number): Promise<string> {
  return hashOf([...(await readProperties(ctx, publisherId))])
}

async function readProperties(ctx: MarkContext, publisherId: number): Promise<Map<string, string>> {
  const publisher = await findPublisher(ctx.db, publisherId)
  return publisher ? propertiesByName(publisher, await ctx.publicCalendars.list(publisherId)) : new Map()
}
