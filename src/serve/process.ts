import { flushCompileCache } from 'node:module'
import { type Config, ConfigError } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { type App, buildServer } from '../http/server.ts'
import { startUpkeep } from '../upkeep.ts'
import { runDeliveryWorker } from '../webhooks/worker.ts'
import { dutiesOf, type Role } from './role.ts'
import { close, endInTime, stopSignal } from './stopping.ts'

/** What is around a process of the service: nothing but its log, or the processes beside it. */
export interface Surroundings {
  /** Resolves when it may begin: whether it is the first, which does what is to be done once. */
  prepared(ctx: AppContext): Promise<{ first: boolean }>
  /** Told when it is at work; `address` is where it listens. */
  started(ctx: AppContext, address: string | undefined): Promise<void>
}

/** One process of the service, until it is told to stop. Throws ConfigError where it can't start. */
export async function runProcess(config: Config, role: Role, around: Surroundings): Promise<void> {
  await using ctx = await openContext(config)
  const app = role === 'worker' ? undefined : await buildServer(ctx)
  const { first } = await around.prepared(ctx)
  const duties = dutiesOf(role, first)
  const address = app && (await listen(app, config))
  const { stopping } = ctx
  startUpkeep(ctx, stopping.signal, duties)
  const worker = duties.deliveries ? deliver(ctx, stopping.signal) : undefined
  await around.started(ctx, address)

  // Now rather than at the end, where the handlers of signals are gone already and a second one would kill us.
  flushCompileCache()
  const signal = await stopSignal()
  ctx.log.info({ signal }, 'stopping')
  endInTime(ctx)
  stopping.abort()
  await Promise.all([worker, app && close(app, ctx)])
}

function deliver(ctx: AppContext, signal: AbortSignal): Promise<void> {
  return runDeliveryWorker({ ...ctx, retrySeconds: ctx.config.webhooks.retrySeconds }, signal)
}

function listen(app: App, config: Config): Promise<string> {
  const { host, port } = config.http
  return app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`HOST and PORT: can't listen on ${host}:${port} (${error.code ?? error.message})`)
  })
}
