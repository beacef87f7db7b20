import { sql } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import { ensureServiceValue, findServiceValue } from '../db/service-store.ts'
import { transact } from '../db/transact.ts'

/** The service value with the time at which the database last went back to an earlier state (ISO 8601). */
export const RESTORED = 'restored'
/** The service value with the timeline of PostgreSQL that we know. */
const TIMELINE = 'timeline'

/**
 * PostgreSQL begins a timeline with each promotion of a standby and each restore to a point in time (manual, 25.3.6);
 * then commits may be gone. The first eight digits of a WAL file's name are its timeline.
 */
const READ_TIMELINE = sql<{ timeline: string }>`
  select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`

/**
 * Errors of a server that tells no timeline: it is a standby (55000), has no such function or no right to it (42…), or
 * is none that we know (0A000). Then only restores by `fasti restore` are noticed.
 */
const TELLS_NO_TIMELINE = /^(42|55000|0A000)/

/** Tells since when the content of the database follows from what it said before. */
export interface History {
  /**
   * When the database was last seen to have gone back to an earlier state, by a restore or a failover: epoch ms, 0 if it
   * never was. Content of caches and states of clients from before may be of changes that are gone.
   */
  readonly beganAt: number
  /** Looks if the database went back. */
  look(): Promise<void>
}

export async function openHistory(db: Db, now: () => number): Promise<History> {
  let beganAt = 0
  const look = async () => {
    if (!isSqlite(db)) await noteTimeline(db, now())
    const restored = await findServiceValue(db, RESTORED)
    beganAt = restored === undefined ? 0 : Date.parse(restored) || 0
  }
  await look()
  return {
    get beganAt() {
      return beganAt
    },
    look,
  }
}

/** Writes down a timeline that is not the one we know. Of several processes one does. */
async function noteTimeline(db: Db, now: number): Promise<void> {
  const timeline = await readTimeline(db)
  if (timeline === undefined) return
  const known = await ensureServiceValue(db, TIMELINE, () => timeline)
  if (known === timeline) return
  await transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('service')
      .set({ value: timeline })
      .where('name', '=', TIMELINE)
      .where('value', '=', known)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const value = new Date(now).toISOString()
    await tx
      .insertInto('service')
      .values({ name: RESTORED, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
}

/** Returns undefined where the server does not tell. */
async function readTimeline(db: Db): Promise<string | undefined> {
  try {
    return (await READ_TIMELINE.execute(db)).rows[0]?.timeline
  } catch (error) {
    if (TELLS_NO_TIMELINE.test((error as { code?: string }).code ?? '')) return undefined
    throw error
  }
}
