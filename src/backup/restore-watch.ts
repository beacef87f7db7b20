import type { AppContext } from '../context.ts'
import { RESTORED } from '../revisions/history.ts'

/** Values that processes keep in memory. If they differ, the backup is of another installation. */
const CACHED_VALUES = ['link-key', 'device-key', 'vapid-key', 'uid-host']

const NAMES = `select name, value from service where name in ('${[RESTORED, ...CACHED_VALUES].join(`', '`)}')`

/**
 * Returns a check if the database went back to an earlier state while we run, by a restore or a failover. Our caches are
 * keyed by the history. But if it is that of another installation, we would make links with the wrong key, so we stop,
 * and the process manager starts us again.
 */
export function createRestoreWatch(
  { database, history, log }: Pick<AppContext, 'database' | 'history' | 'log'>,
  stop: () => void,
) {
  let last: Map<string, string> | undefined
  return async (): Promise<void> => {
    await history.look()
    const rows = await database.read<{ name: string; value: string }>(NAMES, [])
    const now = new Map(rows.map(({ name, value }) => [name, value]))
    const before = last
    last = now
    if (!before || before.get(RESTORED) === now.get(RESTORED)) return
    log.warn({ restored: now.get(RESTORED) }, 'the database was restored, or failed over: caches begin anew')
    if (CACHED_VALUES.every((name) => before.get(name) === undefined || before.get(name) === now.get(name)))
      return
    log.error('the backup is that of another installation: stopping, to be started anew with its keys')
    stop()
  }
}
