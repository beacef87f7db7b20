import './runtime.ts'
import { Command } from 'commander'

const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./cli/serve.ts')).serveCommand(),
  publisher: async () => (await import('./cli/publisher.ts')).publisherCommand(),
  key: async () => (await import('./cli/key.ts')).keyCommand(),
  callback: async () => (await import('./cli/callback.ts')).callbackCommand(),
  sign: async () => (await import('./cli/sign.ts')).signCommand(),
  import: async () => (await import('./cli/import.ts')).importCommand(),
  demo: async () => (await import('./cli/demo.ts')).demoCommand(),
  bench: async () => (await import('./cli/bench.ts')).benchCommand(),
}

const program = new Command('fasti').description(
  "Publishes calendars and private events into people's own calendars",
)
// Only what is asked for is loaded: all of them together take as long as many a command.
const [asked = ''] = process.argv.slice(2)
const names = Object.hasOwn(COMMANDS, asked) ? [asked] : Object.keys(COMMANDS)
for (const name of names) program.addCommand(await COMMANDS[name]!())

try {
  await program.parseAsync()
} catch (error) {
  const { ConfigError } = await import('./config.ts')
  const { AppError } = await import('./errors.ts')
  const expected = error instanceof ConfigError || error instanceof AppError
  console.error(expected ? `fasti: ${error.message}` : error)
  process.exitCode = 1
}
