import type { Config } from './config.ts'
import type { Db } from './db/database.ts'

/** The database and clock of an operation. A transaction is a `Db` too, so operations can be combined. */
export interface OperationContext {
  db: Db
  /** Epoch milliseconds. */
  now: () => number
}

export interface ConfiguredContext extends OperationContext {
  config: Config
}
