import type { Config } from '../config.ts'
import { ConfigError } from '../errors.ts'
import { isFastiMessage, sendMessage } from './messages.ts'
import { runProcess } from './process.ts'
import type { Role } from './role.ts'

/**
 * Runs one of several processes of the service, which begins when the primary tells it to. Ends this process.
 */
export async function serveMember(config: Config, role: Role): Promise<void> {
  try {
    await runProcess(config, role, {
      prepared: () => begin(),
      started: (_ctx, address) => sendMessage(process, { fasti: 'started', address }),
    })
  } catch (error) {
    process.exitCode = 1
    // The primary reports it once for all processes.
    if (error instanceof ConfigError) await sendMessage(process, { fasti: 'refused', reason: error.message })
    else console.error(error)
  }
  // The channel to the primary would keep this process alive.
  process.exit()
}

function begin(): Promise<{ first: boolean }> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (!isFastiMessage(message) || message.fasti !== 'begin') return
      process.off('message', onMessage)
      resolve(message)
    }
    process.on('message', onMessage)
    void sendMessage(process, { fasti: 'prepared' })
  })
}
