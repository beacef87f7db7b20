// `npm run prove -- [names…]`
import { Argument, Command, InvalidArgumentError } from 'commander'
import { listProofs, NAMES, runProofs } from './run.ts'

await new Command('prove')
  .description('test the promises of the service on this machine')
  .addArgument(new Argument('[names...]', 'which proofs; default: all').choices(NAMES))
  .option('--times <number>', 'how often each is tried, such as kills; default: as --list shows', times)
  .option('--list', 'print the names of the proofs, and run none')
  .action(prove)
  .parseAsync()

async function prove(names: string[], { times, list }: { times?: number; list?: boolean }): Promise<void> {
  if (list) return console.log(listProofs())
  // An exit runs the handlers that end the started processes and remove the files.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const kept = await runProofs(names.length > 0 ? names : NAMES, times, (text) => console.error(text))
  if (!kept) process.exitCode = 1
}

function times(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is not a whole number above 0.')
}
