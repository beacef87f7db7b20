import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openContext } from '../context.ts'
import { relayMetrics } from '../metrics/all-processes.ts'
import { setUpLink } from '../users/set-up.ts'
import { Group } from './group.ts'
import { logSetUp, logStart } from './log-start.ts'
import type { Role } from './role.ts'
import { stopSignal } from './stopping.ts'

/**
 * The service in several processes that share one port. This one answers nobody: it starts the others, puts new
 * ones in the place of those that end, and stops them.
 */
export async function servePrimary(config: Config, role: Role, processes: number): Promise<void> {
  const stopped = stopSignal()
  const { log, link } = await setUp(config, role)
  relayMetrics()
  const group = new Group(processes, log)
  const started = group.start().then((address) => {
    logStart({ config, log }, address, group.pids)
    logSetUp({ log }, link)
  })
  try {
    await Promise.race([started, stopped])
  } catch (error) {
    await group.stop()
    throw error
  }
  log.info({ signal: await stopped }, 'stopping')
  if (!(await group.stop())) process.exitCode = 1
}

/** What is done once: migrations, the keys of the installation, the link of the first start. */
async function setUp(config: Config, role: Role): Promise<{ log: Logger; link: string | undefined }> {
  await using ctx = await openContext(config)
  return { log: ctx.log, link: role === 'worker' ? undefined : await setUpLink(ctx) }
}
