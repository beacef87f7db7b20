import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { type App, buildServer } from '../http/server.ts'
import { startUpkeep } from '../upkeep.ts'

/** What is under way gets this long to finish after SIGTERM. */
const GRACE_MS = 9000
/** Requests that had arrived by the signal are read in this time, and so are under way too. */
const SETTLE_MS = 100

export function serveCommand(): Command {
  return new Command('serve').description('run the service').action(serve)
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  await using ctx = await openContext(config)
  const app = await buildServer(ctx)
  const isNew = !(await hasPublisher(ctx.db))
  const address = await listen(app, config)
  const stopped = new AbortController()
  startUpkeep(ctx, stopped.signal)
  ctx.log.info({ address, database: config.db.kind }, 'listening')
  if (isNew) {
    ctx.log.info(
      'No publisher yet. Create one: npm run --silent fasti -- publisher create --email you@example.com --company "Your club" --json',
    )
  }

  const signal = await stopSignal()
  ctx.log.info({ signal }, 'stopping')
  stopped.abort()
  await sleep(SETTLE_MS)
  await close(app, ctx)
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

async function hasPublisher(db: AppContext['db']): Promise<boolean> {
  return (await db.selectFrom('publisher').select('publisher_id').limit(1).executeTakeFirst()) !== undefined
}
