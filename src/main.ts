import './heap.ts'
import { Command } from 'commander'
import { benchCommand } from './cli/bench.ts'
import { callbackCommand } from './cli/callback.ts'
import { demoCommand } from './cli/demo.ts'
import { importCommand } from './cli/import.ts'
import { keyCommand } from './cli/key.ts'
import { publisherCommand } from './cli/publisher.ts'
import { serveCommand } from './cli/serve.ts'
import { signCommand } from './cli/sign.ts'
import { ConfigError } from './config.ts'
import { AppError } from './errors.ts'

const program = new Command('fasti')
  .description("Publishes calendars and private events into people's own calendars")
  .addCommand(serveCommand())
  .addCommand(publisherCommand())
  .addCommand(keyCommand())
  .addCommand(callbackCommand())
  .addCommand(signCommand())
  .addCommand(importCommand())
  .addCommand(demoCommand())
  .addCommand(benchCommand())

try {
  await program.parseAsync()
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof AppError
  console.error(expected ? `fasti: ${error.message}` : error)
  process.exitCode = 1
}
