// `npm run bench -- [names…]`
import path from 'node:path'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { listBenchmarks, NAMES, runBenchmarks } from './run.ts'

interface BenchOptions {
  events: number[]
  quick: boolean
  profile?: string
  keep?: string
  list?: boolean
}

const EXIT_CODES = { met: 0, missed: 1, skipped: 2 }

await new Command('bench')
  .description('measure the service against peers on this machine')
  .addArgument(new Argument('[names...]', 'which benchmarks; default: all').choices(NAMES))
  .option('--list', 'print the names of the benchmarks, and run none')
  .option('--events <counts>', 'events stored before batches are timed', counts, [0, 5_000_000])
  .option('--quick', 'check that they work: little data, few rounds', false)
  .option('--profile <folder>', 'write CPU profiles of the service there')
  .option('--keep <folder>', 'keep the database of a million subscribers there for the next run')
  .action(bench)
  .parseAsync()

async function bench(names: string[], { events, quick, profile, keep, list }: BenchOptions): Promise<void> {
  if (list) return console.log(listBenchmarks())
  // An exit runs the handlers that end the started processes and remove the files.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const outcome = await runBenchmarks(names.length > 0 ? names : NAMES, {
    events: quick ? [0] : events.toSorted((a, b) => a - b),
    quick,
    profiles: profile && inUsersFolder(profile),
    keep: keep && inUsersFolder(keep),
    progress: (text) => console.error(text),
  })
  process.exitCode = EXIT_CODES[outcome]
}

function counts(text: string): number[] {
  if (/^\d{1,9}(,\d{1,9})*$/.test(text)) return text.split(',').map(Number)
  throw new InvalidArgumentError('It is not a list of numbers such as 0,5000000.')
}

/** `scripts/run.mjs` changes to the project's folder, so paths are relative to where the user was. */
function inUsersFolder(file: string): string {
  return path.resolve(process.env.FASTI_CWD ?? '.', file)
}
