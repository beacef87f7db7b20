import { Command } from 'commander'
import { VERSION } from '../version.ts'

const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  publisher: async () => (await import('./publisher.ts')).publisherCommand(),
  key: async () => (await import('./key.ts')).keyCommand(),
  callback: async () => (await import('./callback.ts')).callbackCommand(),
  sign: async () => (await import('./sign.ts')).signCommand(),
  'import-subscribers': async () => (await import('./import-subscribers.ts')).importSubscribersCommand(),
  redirect: async () => (await import('./redirect.ts')).redirectCommand(),
  conformance: async () => (await import('./conformance.ts')).conformanceCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  source: async () => (await import('./source.ts')).sourceCommand(),
  push: async () => (await import('./push.ts')).pushCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
}

/** Runs the command line `args`. Prints errors on standard error and then sets the exit code 1. */
export async function runProgram(args: string[]): Promise<void> {
  const program = new Command('fasti')
    .description("Publishes calendars and private events into people's own calendars")
    .version(VERSION, '--version', 'print the version of Fasti')
    .addHelpText('after', '\nExamples:\n  fasti serve\n  fasti demo --serve\n  fasti publisher create --help')
  // Load only the requested command: loading all takes as long as running many a command.
  const [command = ''] = args
  const names = Object.hasOwn(COMMANDS, command) ? [command] : Object.keys(COMMANDS)
  for (const name of names) program.addCommand(await COMMANDS[name]!())
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    const { AppError, ConfigError } = await import('../errors.ts')
    const expected = error instanceof ConfigError || error instanceof AppError
    console.error(expected ? `fasti: ${error.message}` : error)
    process.exitCode = 1
  }
}
