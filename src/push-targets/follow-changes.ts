import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { pause } from '../pause.ts'
import { eachFound } from '../publishers/each-found.ts'

/** A publisher with targets, and the revisions that nobody looked at yet. */
interface Followed {
  publisherId: number
  from: number
  to: number
  /** The times of these revisions (epoch ms). Times of revisions never go back. */
  fromAt: number
  toAt: number
}

/** People's targets looked at in one statement, between two pauses. */
const SLICE = 1000
/** The interval at which the first follower of an installation is looked for. */
const FIRST_MS = 5000

/**
 * Resolves when some publisher has targets, or the signal fires: an installation that writes no calendar at a provider
 * need not ask twice a second. Followers are not deleted, so there is one from then on.
 */
export async function waitForFollower(
  db: Db,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const found: number[] = []
  const find = (only?: number) => listAnyFollower(db, only)
  while (!signal.aborted) {
    await eachFound(db, signal, find, async (publisherId) => found.push(publisherId)).catch(onError)
    if (found.length > 0) return
    await sleep(FIRST_MS, undefined, { signal }).catch(() => {})
  }
}

/**
 * Makes those targets due that changes since the last look can concern. It may make one due in vain, and any number of
 * processes may do it: a turn reads the truth. `now`: epoch ms.
 */
export async function followChanges(db: Db, now: number, signal: AbortSignal): Promise<void> {
  await eachFound(
    db,
    signal,
    (only) => listFollowed(db, only),
    (followed) => markDue(db, followed, now),
  )
}

async function markDue(db: Db, followed: Followed, now: number): Promise<void> {
  const calendarIds = await listChangedCalendars(db, followed)
  await markMirrors(db, followed, now)
  for (let after: string | undefined = ''; after !== undefined; await pause())
    after = await markSlice(db, followed, calendarIds, after, now)
  // Only now: a process that is killed before leaves the changes to the next.
  await raiseFollower(db, followed)
}

/** Returns one follower, if there is any. */
async function listAnyFollower(db: Db, publisherId?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('push_target_follower as f')
    .select('f.publisher_id')
    .$if(publisherId !== undefined, (query) => query.where('f.publisher_id', '=', publisherId!))
    .limit(1)
    .execute()
  return rows.map((row) => row.publisher_id)
}

async function listFollowed(db: Db, publisherId?: number): Promise<Followed[]> {
  return db
    .selectFrom('push_target_follower as f')
    .innerJoin('publisher_revision as r', 'r.publisher_id', 'f.publisher_id')
    .select(['f.publisher_id as publisherId', 'f.revision as from', 'r.revision as to'])
    .select(['f.revision_at as fromAt', 'r.changed_at as toAt'])
    .whereRef('r.revision', '>', 'f.revision')
    .$if(publisherId !== undefined, (query) => query.where('f.publisher_id', '=', publisherId!))
    .execute()
}

async function listChangedCalendars(db: Db, { publisherId, from }: Followed): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('version', '>', from)
    .execute()
  return rows.map(({ id }) => id)
}

/** A publisher has few mirrors, and a look at one that did not change costs two small queries. */
async function markMirrors(db: Db, { publisherId }: Followed, now: number): Promise<void> {
  await due(db, publisherId, now).where('kind', '=', 'mirror').execute()
}

/**
 * Marks people among the next targets after an id: those who follow a changed calendar, whose private events changed,
 * or who changed themselves; all if the publisher's settings changed, or a calendar was deleted. Those who left are
 * marked whatever the state of their target is, so that nothing of them stays. Returns the last id, or undefined after
 * the last slice.
 */
async function markSlice(
  db: Db,
  { publisherId, from, fromAt }: Followed,
  calendarIds: string[],
  after: string,
  now: number,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('push_target')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(SLICE)
    .execute()
  const last = rows.at(-1)?.id
  if (last === undefined) return undefined
  const changed = calendarIds.length > 0 ? sql.join(calendarIds) : sql`''`
  await transact(db, (tx) =>
    due(tx, publisherId, now)
      .where('kind', '=', 'person')
      .where('id', '>', after)
      .where('id', '<=', last)
      .where(
        sql<boolean>`(
          not exists (select 1 from subscriber s join feed_link l
              on l.publisher_id = s.publisher_id and l.subscriber_id = s.id
            where s.publisher_id = ${publisherId} and s.id = push_target.subscriber_id
              and l.number = push_target.link_number and s.active = 1 and l.ended_at is null)
          or (state in ('linking', 'active') and (
            exists (select 1 from publisher p where p.publisher_id = ${publisherId}
              and p.feeds_changed_at >= ${fromAt})
            or exists (select 1 from subscription u where u.publisher_id = ${publisherId}
              and u.subscriber_id = push_target.subscriber_id and u.calendar_id in (${changed}))
            or exists (select 1 from subscriber s where s.publisher_id = ${publisherId}
              and s.id = push_target.subscriber_id and s.revision > ${from})
            or exists (select 1 from subscriber s join event e
                on e.publisher_id = s.publisher_id and e.calendar_id = s.private_calendar_id
              where s.publisher_id = ${publisherId} and s.id = push_target.subscriber_id
                and e.revision > ${from})
            or exists (select 1 from subscriber s join event_change c
                on c.publisher_id = s.publisher_id and c.calendar_id = s.private_calendar_id
              where s.publisher_id = ${publisherId} and s.id = push_target.subscriber_id
                and c.revision > ${from}))))`,
      )
      .execute(),
  )
  return rows.length < SLICE ? undefined : last
}

/** Those that wait for the end of a failure keep waiting; one that is worked on is looked at again afterwards. */
function due(db: Db, publisherId: number, now: number) {
  return db
    .updateTable('push_target')
    .set({ next_at: now })
    .where('publisher_id', '=', publisherId)
    .where('state', '<>', 'ending')
    .where((eb) => eb.or([eb('failures', '=', 0), eb('lease_until', '>', now)]))
    .where((eb) => eb.or([eb('next_at', 'is', null), eb('next_at', '>', now)]))
}

async function raiseFollower(db: Db, { publisherId, from, to, toAt }: Followed): Promise<void> {
  await db
    .updateTable('push_target_follower')
    .set({ revision: to, revision_at: toAt })
    .where('publisher_id', '=', publisherId)
    .where('revision', '=', from)
    .execute()
}
