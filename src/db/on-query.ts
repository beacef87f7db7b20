import type { KyselyConfig } from 'kysely'

/** Hears how many milliseconds a statement took. */
export type OnQuery = (sql: string, milliseconds: number) => void

/** The part of Kysely's settings that tells how long statements take. */
export function timed(onQuery: OnQuery | undefined): Pick<KyselyConfig, 'log'> {
  return onQuery ? { log: ({ query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis) } : {}
}
