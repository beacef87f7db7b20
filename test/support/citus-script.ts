import { readFileSync } from 'node:fs'

/** The script that spreads the tables over nodes. */
export const CITUS_SCRIPT = readFileSync(new URL('../../src/db/citus.sql', import.meta.url), 'utf8')

const named = (call: string) =>
  [...CITUS_SCRIPT.matchAll(new RegExp(`^select ${call}\\('"?(\\w+)"?'`, 'gm'))].map(([, table]) => table!)

/** Tables that are spread by `publisher_id`, in the order of the script. */
export const DISTRIBUTED = named('create_distributed_table')
/** Tables that are whole on every node. */
export const REFERENCE = named('create_reference_table')
