import { type Config, ConfigError } from '../config.ts'
import { isOurs, tell } from './messages.ts'
import { runProcess } from './process.ts'
import type { Role } from './role.ts'

/** One of several processes of the service: it begins when the primary says so. Ends this process. */
export async function serveMember(config: Config, role: Role): Promise<void> {
  try {
    await runProcess(config, role, {
      prepared: () => begin(),
      started: (_ctx, address) => tell(process, { fasti: 'started', address }),
    })
  } catch (error) {
    process.exitCode = 1
    // The primary says it, once for all of us.
    if (error instanceof ConfigError) await tell(process, { fasti: 'refused', reason: error.message })
    else console.error(error)
  }
  // The way to the primary would keep this process alive.
  process.exit()
}

function begin(): Promise<{ first: boolean }> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      if (!isOurs(message) || message.fasti !== 'begin') return
      process.off('message', hear)
      resolve(message)
    }
    process.on('message', hear)
    void tell(process, { fasti: 'prepared' })
  })
}
