import { Command } from 'commander'
import { AppError } from '../errors.ts'
import { SIGNALS } from './interruption.ts'
import { wholeNumber } from './whole-number.ts'

export function proveCommand(): Command {
  return new Command('prove')
    .description('put the promises of the service to the test on this machine')
    .argument('[names...]', 'which proofs; default: all')
    .option(
      '--times <number>',
      'how often each is tried, such as kills; default: as --list says',
      wholeNumber,
    )
    .option('--list', 'say which proofs there are')
    .action(prove)
}

async function prove(names: string[], { times, list }: { times?: number; list?: boolean }): Promise<void> {
  if (times === 0) throw new AppError('invalid', 'nothing is proved by 0 times')
  // They need development dependencies, which no other command but `bench` does.
  const { listProofs, NAMES, runProofs } = await import('../../proofs/run.ts')
  if (list) return console.log(listProofs())
  const unknown = names.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new AppError('invalid', `"${unknown}" is none of ${NAMES.join(', ')}`)
  // Broken off, they still end the processes and remove the files they made.
  for (const signal of SIGNALS) process.once(signal, () => process.exit(1))
  const kept = await runProofs(names.length > 0 ? names : NAMES, times, (text) => console.error(text))
  if (!kept) process.exitCode = 1
}
