import type { Logger } from 'pino'
import { setUpLink } from '../accounts/set-up.ts'
import type { Config } from '../config.ts'
import { openContext } from '../context.ts'
import { relayMetrics } from '../metrics/all-processes.ts'
import { Group } from './group.ts'
import { logSetUp, logStart } from './log-start.ts'
import type { Role } from './role.ts'
import { stopSignal } from './stopping.ts'

/**
 * Runs the service in several processes that share a port. This one serves no requests: it starts the others,
 * replaces those that end, and stops them.
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

/** Runs what is needed once: migrations, keys, and the set-up link of a first start. */
async function setUp(config: Config, role: Role): Promise<{ log: Logger; link: string | undefined }> {
  await using ctx = await openContext(config)
  return { log: ctx.log, link: role === 'worker' ? undefined : await setUpLink(ctx) }
}
