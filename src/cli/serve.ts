import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { Command, Option } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { type Role, ROLES } from '../serve/role.ts'

const MAX_PROCESSES = 64

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service')
    .addOption(
      new Option('--role <role>', 'web: answers requests; worker: delivers webhooks; all: both')
        .choices(ROLES)
        .default('all'),
    )
    .addOption(
      new Option('--processes <number>', 'how many processes share the work; auto: one for each core')
        .argParser(readProcesses)
        .default(1),
    )
    .action(serve)
}

/** Loads only what is needed: the primary of several processes does not need the server. */
async function serve({ role, processes }: { role: Role; processes: number }): Promise<void> {
  const config = readConfig(process.env)
  if (processes === 1) return (await import('../serve/alone.ts')).serveAlone(config, role)
  if (cluster.isWorker)
    return (await import('../serve/member.ts')).serveMember(shareOf(config, processes), role)
  return (await import('../serve/primary.ts')).servePrimary(config, role, processes)
}

/** One process's share of the service's limits; connections are distributed evenly. */
function shareOf(config: Config, processes: number): Config {
  const share = (number: number) => Math.ceil(number / processes)
  const { maxConnections, maxPerAddress } = config.http
  const http = { ...config.http, maxConnections: share(maxConnections), maxPerAddress: share(maxPerAddress) }
  return { ...config, http }
}

function readProcesses(text: string): number {
  const processes = text === 'auto' ? availableParallelism() : /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (processes >= 1 && processes <= MAX_PROCESSES) return processes
  throw new AppError('invalid', `--processes must be a whole number from 1 to ${MAX_PROCESSES}, or auto`)
}
