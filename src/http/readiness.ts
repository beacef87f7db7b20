import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { pendingMigrations } from '../db/migrations/index.ts'
import { isUnwritable, transact } from '../db/transact.ts'

/** After this time the database counts as unavailable. */
const PATIENCE_MS = 2000
/** A successful test write is not repeated for this time. */
const WRITABLE_MS = 5000
const READ_ONLY = 'The database can not be written to'

/** Returns a function that returns why the service is not ready, or undefined if it is. */
export function createReadiness(ctx: AppContext): () => Promise<string | undefined> {
  let writtenAt = -Infinity

  async function check(): Promise<string | undefined> {
    const pending = await pendingMigrations(ctx.db)
    if (pending.length > 0) return `The database lacks the migration ${pending[0]}`
    if (ctx.config.db.kind === 'sqlite') await write()
    else if (await isReadOnly()) return READ_ONLY
    return undefined
  }

  /** True for a standby, and for a server that takes no writes for another reason. */
  async function isReadOnly(): Promise<boolean> {
    const { rows } = await sql<{ off: boolean }>`
      select current_setting('transaction_read_only')::boolean as off`.execute(ctx.db)
    return rows[0]!.off
  }

  /**
   * SQLite can still read from a full or read-only disk, so a write is needed. It always updates the same
   * row.
   */
  async function write(): Promise<void> {
    if (performance.now() - writtenAt < WRITABLE_MS) return
    const statement = sql`
      insert into service (name, value) values ('last-ready', ${new Date(ctx.now()).toISOString()})
      on conflict (name) do update set value = excluded.value`
    await transact(ctx.db, (tx) => statement.execute(tx))
    writtenAt = performance.now()
  }

  return async () => {
    if (ctx.stopping.signal.aborted) return 'The service is stopping'
    const tooLate = sleep(PATIENCE_MS, 'The database does not answer in time', { ref: false })
    const checked = check().catch((error: unknown) => {
      ctx.log.error({ err: error }, 'not ready')
      return isUnwritable(error) ? READ_ONLY : 'The database does not answer'
    })
    return Promise.race([checked, tooLate])
  }
}
