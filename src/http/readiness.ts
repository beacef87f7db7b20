import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { pendingMigrations } from '../db/migrations/index.ts'
import { isDiskFault, transact } from '../db/transact.ts'

/** A database that needs longer than this does not answer. */
const PATIENCE_MS = 2000
/** A disk that could be written to is not written to again for so long. */
const WRITABLE_MS = 5000

/** Answers why the service can't do its work now; undefined: it can. */
export function createReadiness(ctx: AppContext): () => Promise<string | undefined> {
  let writtenAt = -Infinity

  async function check(): Promise<string | undefined> {
    const pending = await pendingMigrations(ctx.db)
    if (pending.length > 0) return `The database lacks the migration ${pending[0]}`
    if (ctx.config.db.kind === 'sqlite') await write()
    return undefined
  }

  /** SQLite answers reads from a disk that is full or read-only. One row, always the same one. */
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
      return isDiskFault(error) ? 'The database can not be written to' : 'The database does not answer'
    })
    return Promise.race([checked, tooLate])
  }
}
