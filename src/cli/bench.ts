import path from 'node:path'
import { Command } from 'commander'
import { AppError } from '../errors.ts'

interface BenchOptions {
  events: number[]
  quick: boolean
  profile?: string
}

export function benchCommand(): Command {
  return new Command('bench')
    .description('measure the service against peers on this machine')
    .argument('[names...]', 'which benchmarks; default: all')
    .option('--events <counts>', 'events stored before batches are timed', counts, [0, 1_000_000])
    .option('--quick', 'see that they work: little data, few rounds', false)
    .option('--profile <folder>', 'write CPU profiles of the service there')
    .action(bench)
}

async function bench(names: string[], { events, quick, profile }: BenchOptions): Promise<void> {
  // They need development dependencies, which no other command does.
  const { NAMES, runBenchmarks } = await import('../../bench/run.ts')
  const unknown = names.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new AppError('invalid', `"${unknown}" is none of ${NAMES.join(', ')}`)
  // Broken off, they still end the processes and remove the files they made.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const met = await runBenchmarks(names.length > 0 ? names : NAMES, {
    events: quick ? events.filter((count) => count === 0) : events.toSorted((a, b) => a - b),
    quick,
    profiles: profile && path.resolve(process.env.FASTI_CWD ?? '.', profile),
    progress: (text) => console.error(text),
  })
  if (!met) process.exitCode = 1
}

function counts(text: string): number[] {
  if (/^\d{1,9}(,\d{1,9})*$/.test(text)) return text.split(',').map(Number)
  throw new AppError('invalid', `"${text}" is not a list of numbers such as 0,1000000`)
}
