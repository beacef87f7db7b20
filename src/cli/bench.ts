import { Command } from 'commander'
import { AppError } from '../errors.ts'
import { fromHere } from './from-here.ts'
import { SIGNALS } from './interruption.ts'

interface BenchOptions {
  events: number[]
  quick: boolean
  profile?: string
  keep?: string
  list?: boolean
}

/** By what the run came to. */
const EXIT_CODES = { met: 0, missed: 1, skipped: 2 }

export function benchCommand(): Command {
  return new Command('bench')
    .description('measure the service against peers on this machine')
    .argument('[names...]', 'which benchmarks; default: all')
    .option('--list', 'say which benchmarks there are')
    .option('--events <counts>', 'events stored before batches are timed', counts, [0, 5_000_000])
    .option('--quick', 'see that they work: little data, few rounds', false)
    .option('--profile <folder>', 'write CPU profiles of the service there')
    .option('--keep <folder>', 'keep the database of a million subscribers there for the next run')
    .action(bench)
}

async function bench(names: string[], { events, quick, profile, keep, list }: BenchOptions): Promise<void> {
  // They need development dependencies, which no other command does.
  const { listBenchmarks, NAMES, runBenchmarks } = await import('../../bench/run.ts')
  if (list) return console.log(listBenchmarks())
  const unknown = names.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new AppError('invalid', `"${unknown}" is none of ${NAMES.join(', ')}`)
  // Broken off, they still end the processes and remove the files they made.
  for (const signal of SIGNALS) process.once(signal, () => process.exit(1))
  const resolved = (folder?: string) => folder && fromHere(folder)
  const outcome = await runBenchmarks(names.length > 0 ? names : NAMES, {
    events: quick ? [0] : events.toSorted((a, b) => a - b),
    quick,
    profiles: resolved(profile),
    keep: resolved(keep),
    progress: (text) => console.error(text),
  })
  process.exitCode = EXIT_CODES[outcome]
}

function counts(text: string): number[] {
  if (/^\d{1,9}(,\d{1,9})*$/.test(text)) return text.split(',').map(Number)
  throw new AppError('invalid', `"${text}" is not a list of numbers such as 0,5000000`)
}
