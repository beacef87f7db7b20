import { once } from 'node:events'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { openContext } from '../context.ts'
import { buildServer } from '../http/server.ts'
import { startUpkeep } from '../upkeep.ts'

/** What is under way gets this long to finish after SIGTERM. */
const GRACE_MS = 10_000

export function serveCommand(): Command {
  return new Command('serve').description('run the service').action(serve)
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  await using ctx = await openContext(config)
  const app = await buildServer(ctx)
  const stopped = new AbortController()
  startUpkeep(ctx, stopped.signal)
  const address = await app.listen({ host: config.http.host, port: config.http.port })
  ctx.log.info({ address, database: config.db.kind }, 'listening')
  if (!(await hasPublisher(ctx.db))) {
    ctx.log.info(
      'No publisher yet. Create one: npm run --silent fasti -- publisher create --email you@example.com --company "Your club" --json',
    )
  }

  const signal = await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name).then(() => name)))
  ctx.log.info({ signal }, 'stopping')
  stopped.abort()
  const deadline = setTimeout(() => {
    ctx.log.warn('requests under way were cut off')
    app.server.closeAllConnections()
  }, GRACE_MS - 1000)
  await app.close()
  clearTimeout(deadline)
}

async function hasPublisher(db: Awaited<ReturnType<typeof openContext>>['db']): Promise<boolean> {
  return (await db.selectFrom('publisher').select('publisher_id').limit(1).executeTakeFirst()) !== undefined
}
