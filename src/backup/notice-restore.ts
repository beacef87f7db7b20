import type { AppContext } from '../context.ts'
import { RESTORED } from './after-restore.ts'

/** What the processes of a service have in memory for good: another value is another installation's. */
const KEPT_FOR_GOOD = ['link-key', 'device-key', 'uid-host']

const NAMES = `select name, value from service where name in ('${[RESTORED, ...KEPT_FOR_GOOD].join(`', '`)}')`

/**
 * Notices that the database was restored while we run. Our caches go by version, and a restore gives all new ones.
 * Only where the backup is another installation's, links would be made with the wrong key: we stop then, for whoever
 * keeps us running to start us anew.
 */
export function createRestoreWatch(
  { database, log }: Pick<AppContext, 'database' | 'log'>,
  stop: () => void,
) {
  let known: Map<string, string> | undefined
  return async (): Promise<void> => {
    const rows = await database.read<{ name: string; value: string }>(NAMES, [])
    const now = new Map(rows.map(({ name, value }) => [name, value]))
    const before = known
    known = now
    if (!before || before.get(RESTORED) === now.get(RESTORED)) return
    log.warn({ restored: now.get(RESTORED) }, 'the database was restored from a backup')
    if (KEPT_FOR_GOOD.every((name) => before.get(name) === undefined || before.get(name) === now.get(name)))
      return
    log.error('the backup is that of another installation: stopping, to be started anew with its keys')
    stop()
  }
}
