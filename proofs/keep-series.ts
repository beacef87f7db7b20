import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { createSeriesKeeper } from '../src/series/keep-series.ts'

// A process that makes the dates of all series, and may be killed. The argument is its time, in epoch ms.
const now = Number(process.argv[2])
await using ctx = await openContext(readConfig(process.env), { log: pino({ level: 'warn' }) })
await createSeriesKeeper({ ...ctx, now: () => now }, new AbortController().signal)()
