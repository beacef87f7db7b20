import { setUpLink } from '../accounts/set-up.ts'
import type { Config } from '../config.ts'
import { logSetUp, logStart } from './log-start.ts'
import { runProcess } from './process.ts'
import type { Role } from './role.ts'

/** Runs the service in one process. */
export function serveAlone(config: Config, role: Role): Promise<void> {
  return runProcess(config, role, {
    prepared: () => Promise.resolve({ first: true }),
    started: async (ctx, address) => {
      const link = address ? await setUpLink(ctx) : undefined
      logStart(ctx, address, [process.pid])
      logSetUp(ctx, link)
    },
  })
}
