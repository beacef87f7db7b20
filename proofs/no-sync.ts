import { DatabaseSync } from 'node:sqlite'

// Loaded before the service, it takes the sync from each commit: the proof has to find out.
const { exec } = DatabaseSync.prototype as { exec: (this: DatabaseSync, sql: string) => void }
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql.replace('synchronous = full', 'synchronous = off'))
}
