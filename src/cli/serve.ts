import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { type App, buildServer } from '../http/server.ts'
import { startUpkeep } from '../upkeep.ts'
import { setUpLink } from '../users/set-up.ts'
import { runDeliveryWorker } from '../webhooks/worker.ts'

/** What is under way gets this long to finish after SIGTERM. */
const GRACE_MS = 9000
/** Requests that had arrived by the signal are read in this time, and so are under way too. */
const SETTLE_MS = 100

type Role = 'all' | 'web' | 'worker'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service')
    .addOption(
      new Option('--role <role>', 'web: answers requests; worker: delivers webhooks; all: both')
        .choices(['all', 'web', 'worker'])
        .default('all'),
    )
    .action(({ role }: { role: Role }) => serve(role))
}

async function serve(role: Role): Promise<void> {
  const config = readConfig(process.env)
  await using ctx = await openContext(config)
  const app = role === 'worker' ? undefined : await startWeb(ctx)
  const stopping = new AbortController()
  startUpkeep(ctx, stopping.signal)
  const { db, log, now, sender } = ctx
  const { retrySeconds } = config.webhooks
  const worker =
    role === 'web' ? undefined : runDeliveryWorker({ db, log, now, sender, retrySeconds }, stopping.signal)
  if (role === 'worker') log.info({ database: config.db.kind }, 'delivering')

  // Now rather than at the end, where the handlers of signals are gone already and a second one would kill us.
  flushCompileCache()
  const signal = await stopSignal()
  log.info({ signal }, 'stopping')
  stopping.abort()
  await Promise.all([worker, app && close(app, ctx)])
}

async function startWeb(ctx: AppContext): Promise<App> {
  const app = await buildServer(ctx)
  const link = await setUpLink(ctx)
  const address = await listen(app, ctx.config)
  ctx.log.info({ address, database: ctx.config.db.kind }, 'listening')
  if (link) {
    ctx.log.info(`No publisher yet. Open this link once to set it up: ${link}`)
    ctx.log.info(
      'Or by command: npm run --silent fasti -- publisher create --email you@example.com --company "Your club" --json',
    )
  }
  return app
}

function listen(app: App, config: Config): Promise<string> {
  const { host, port } = config.http
  return app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`HOST and PORT: can't listen on ${host}:${port} (${error.code ?? error.message})`)
  })
}

/** The first signal to stop. More of them change nothing: npm and terminals send them twice. */
function stopSignal(): Promise<string> {
  return new Promise((stop) => {
    for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => stop(name))
  })
}

async function close(app: App, ctx: AppContext): Promise<void> {
  await sleep(SETTLE_MS)
  // A connection that was busy when the server closed stays open after its answer, for a next request.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => {
    ctx.log.warn('connections that did not end were cut off')
    app.server.closeAllConnections()
  }, GRACE_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(deadline)
}
