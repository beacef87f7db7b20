import { accounts } from './accounts.ts'
import { alerts } from './alerts.ts'
import { batchPostgres } from './batch-postgres.ts'
import { batchSqlite } from './batch-sqlite.ts'
import { bigData } from './big-data.ts'
import { devices } from './devices.ts'
import { feed304 } from './feed-304.ts'
import { feed1000 } from './feed-1000.ts'
import { feedCold } from './feed-cold.ts'
import { feedFull } from './feed-full.ts'
import { feedShared } from './feed-shared.ts'
import { formatTable, isFigure, isMet, type Line } from './figure.ts'
import { fresh } from './fresh.ts'
import { google } from './google.ts'
import { groupPostgres, groupSqlite } from './group.ts'
import { load1000 } from './load-1000.ts'
import { localTime } from './local-time.ts'
import { memory } from './memory.ts'
import { memoryPolling } from './memory-polling.ts'
import { onePublisher } from './one-publisher.ts'
import type { Benchmark, Options } from './options.ts'
import { pageViews } from './page-views.ts'
import { push } from './push.ts'
import { reach } from './reach.ts'
import { start } from './start.ts'
import { storedAlready } from './stored-already.ts'
import { storm } from './storm.ts'
import { sustained } from './sustained.ts'
import { webhooksMemory } from './webhook-memory.ts'
import { webhooksPostgres, webhooksSqlite } from './webhooks.ts'

/** In the order they are run: those that need the database of a million subscribers come one after the other. */
const BENCHMARKS: Record<string, { about: string; run: Benchmark }> = {
  'feed-304': { about: 'polls of feeds that have not changed', run: feed304 },
  'feed-full': { about: 'feeds of 50 events sent whole, plain and gzip', run: feedFull },
  'feed-cold': { about: 'feeds of 50 events right after a start, against Radicale', run: feedCold },
  'feed-1000': { about: 'feeds of 1000 and 10,000 events, against Radicale and Xandikos', run: feed1000 },
  'feed-shared': { about: 'feeds of calendars that have the same events', run: feedShared },
  accounts: { about: 'CalDAV accounts, against Radicale and Xandikos', run: accounts },
  devices: { about: 'polls of the accounts of 100,000 devices', run: devices },
  push: { about: 'a change that 100,000 devices are told of, and feeds beside it', run: push },
  google: { about: 'a change written into 63,600 calendars at Google, and into a mirror', run: google },
  'batch-sqlite': { about: 'batches of 1000 on SQLite, against the bare insertion', run: batchSqlite },
  'batch-postgres': { about: 'batches of 1000 on PostgreSQL, against COPY', run: batchPostgres },
  'load-1000': { about: '1000 events loaded, against Radicale and Xandikos', run: load1000 },
  'group-sqlite': { about: 'a group of 20,000 events changed, and feeds beside it', run: groupSqlite },
  'group-postgres': { about: 'the same on PostgreSQL', run: groupPostgres },
  sustained: { about: '100 batches of 1000 in a row', run: sustained },
  'stored-already': { about: 'batches that are stored already', run: storedAlready },
  'local-time': { about: 'local time to UTC, against temporal-polyfill', run: localTime },
  fresh: { about: 'feeds read from one process right after a change by another', run: fresh },
  start: { about: 'from the start to the first answer, with 5 million events', run: start },
  'page-views': { about: 'views of a publisher’s page, alone and behind nginx', run: pageViews },
  'memory-polling': { about: 'memory while a million subscribers poll', run: memoryPolling },
  alerts: { about: 'telling whoever of a million has not fetched a change', run: alerts },
  reach: { about: 'who has a change that a million subscribers follow', run: reach },
  'one-publisher': {
    about: 'people who subscribe to one publisher, and changes of its events',
    run: onePublisher,
  },
  storm: { about: 'a fixture changes that a million subscribers follow', run: storm },
  'big-data': {
    about: 'size and cost of everything, a million subscribers against an empty database',
    run: bigData,
  },
  memory: { about: 'memory while a million events are loaded', run: memory },
  'webhooks-sqlite': { about: 'deliveries, and the API beside them', run: webhooksSqlite },
  'webhooks-postgres': { about: 'the same on PostgreSQL', run: webhooksPostgres },
  'webhooks-memory': { about: 'memory with a long queue of deliveries', run: webhooksMemory },
}

export const NAMES = Object.keys(BENCHMARKS)

/** The benchmarks, one a line. */
export function listBenchmarks(): string {
  const width = Math.max(...NAMES.map((name) => name.length))
  return NAMES.map((name) => `${name.padEnd(width)}  ${BENCHMARKS[name]!.about}`).join('\n')
}

/** The result of a run. A line that was skipped is neither met nor missed. */
export type Outcome = 'met' | 'missed' | 'skipped'

/** Runs benchmarks one after the other and prints their table; one that fails does not keep the rest from it. */
export async function runBenchmarks(names: string[], options: Options): Promise<Outcome> {
  const lines: Line[] = []
  for (const name of NAMES.filter((name) => names.includes(name))) {
    try {
      const measured = await BENCHMARKS[name]!.run(options)
      lines.push(...measured)
      // A long run that is broken off has told so much.
      if (names.length > 1) options.progress(formatTable(measured))
    } catch (error) {
      console.error(error)
      lines.push({ name, why: { failed: error instanceof Error ? error.message : String(error) } })
    }
  }
  console.log(formatTable(lines))
  return outcomeOf(lines)
}

export function outcomeOf(lines: Line[]): Outcome {
  const missed = lines.some((line) => (isFigure(line) ? !isMet(line) : 'failed' in line.why))
  if (missed) return 'missed'
  return lines.every(isFigure) ? 'met' : 'skipped'
}
