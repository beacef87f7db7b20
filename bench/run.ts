import { batchPostgres } from './batch-postgres.ts'
import { batchSqlite } from './batch-sqlite.ts'
import { feed304, feedFull } from './feeds.ts'
import { type Figure, formatTable, isMet } from './figure.ts'
import { memory } from './memory.ts'
import type { Benchmark, Options } from './options.ts'
import { webhooksMemory } from './webhook-memory.ts'
import { webhooksPostgres, webhooksSqlite } from './webhooks.ts'

const BENCHMARKS: Record<string, Benchmark> = {
  'batch-sqlite': batchSqlite,
  'batch-postgres': batchPostgres,
  'feed-304': feed304,
  'feed-full': feedFull,
  memory,
  'webhooks-sqlite': webhooksSqlite,
  'webhooks-postgres': webhooksPostgres,
  'webhooks-memory': webhooksMemory,
}

export const NAMES = Object.keys(BENCHMARKS)

/** Runs benchmarks one after the other and prints their table; tells whether every goal was met. */
export async function runBenchmarks(names: string[], options: Options): Promise<boolean> {
  const figures: Figure[] = []
  for (const name of names) figures.push(...(await BENCHMARKS[name]!(options)))
  console.log(formatTable(figures))
  return figures.every(isMet)
}
