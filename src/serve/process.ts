import { flushCompileCache } from 'node:module'
import type { Config } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { runPushWorker } from '../dav/push-worker.ts'
import { ConfigError } from '../errors.ts'
import { type App, buildServer } from '../http/server.ts'
import { runPushTargets } from '../push-targets/worker.ts'
import { startUpkeep } from '../upkeep.ts'
import { runDeliveryWorker } from '../webhooks/worker.ts'
import { dutiesOf, type Role } from './role.ts'
import { close, endInTime, stopSignal } from './stopping.ts'

/** Hooks for the lifecycle of a process of the service. */
export interface ProcessHooks {
  /** Resolves when the process may begin. `first`: it runs singleton jobs. */
  prepared(ctx: AppContext): Promise<{ first: boolean }>
  /** Called when it has started; `address` is where it listens. */
  started(ctx: AppContext, address: string | undefined): Promise<void>
}

/** Runs a process of the service until a signal stops it. Throws ConfigError if it can't start. */
export async function runProcess(config: Config, role: Role, hooks: ProcessHooks): Promise<void> {
  await using ctx = await openContext(config)
  const app = role === 'worker' ? undefined : await buildServer(ctx)
  const { first } = await hooks.prepared(ctx)
  const duties = dutiesOf(role, first)
  const address = app && (await listen(app, config))
  const { stopping } = ctx
  startUpkeep(ctx, stopping.signal, duties)
  const worker = duties.deliveries ? deliver(ctx, stopping.signal) : undefined
  await hooks.started(ctx, address)

  // Now, since at exit the signal handlers are already removed, and a second signal would kill the process.
  flushCompileCache()
  const signal = await stopSignal()
  ctx.log.info({ signal }, 'stopping')
  endInTime(ctx)
  stopping.abort()
  await Promise.all([worker, app && close(app, ctx)])
}

async function deliver(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const { retrySeconds } = ctx.config.webhooks
  await Promise.all([
    runDeliveryWorker({ ...ctx, retrySeconds }, signal),
    runPushWorker(ctx, signal),
    runPushTargets(ctx, signal),
  ])
}

function listen(app: App, config: Config): Promise<string> {
  const { host, port } = config.http
  return app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`HOST and PORT: can't listen on ${host}:${port} (${error.code ?? error.message})`)
  })
}
