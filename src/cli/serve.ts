import { once } from 'node:events'
import { Command, Option } from 'commander'
import { readConfig } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { buildServer } from '../http/server.ts'
import { startUpkeep } from '../upkeep.ts'
import { runDeliveryWorker } from '../webhooks/worker.ts'

/** What is under way gets this long to finish after SIGTERM. */
const GRACE_MS = 9_000

type Role = 'all' | 'web' | 'worker'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service')
    .addOption(
      new Option('--role <role>', 'web: answers requests; worker: delivers webhooks and keeps house')
        .choices(['all', 'web', 'worker'])
        .default('all'),
    )
    .action(({ role }: { role: Role }) => serve(role))
}

async function serve(role: Role): Promise<void> {
  const config = readConfig(process.env)
  await using ctx = await openContext(config)
  const stopping = new AbortController()
  startUpkeep(ctx, stopping.signal)
  const { db, log, now, sender } = ctx
  const { retrySeconds } = config.webhooks
  const worker =
    role === 'web' ? undefined : runDeliveryWorker({ db, log, now, sender, retrySeconds }, stopping.signal)
  const close = role === 'worker' ? undefined : await listen(ctx)

  const signal = await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name).then(() => name)))
  log.info({ signal }, 'stopping')
  stopping.abort()
  await Promise.all([worker, close?.()])
}

/** Answers requests; returns how to stop: new ones are refused at once, those under way get their time. */
async function listen(ctx: AppContext): Promise<() => Promise<void>> {
  const { config, log } = ctx
  const app = await buildServer(ctx)
  const address = await app.listen({ host: config.http.host, port: config.http.port })
  log.info({ address, database: config.db.kind }, 'listening')
  if (!(await hasPublisher(ctx))) log.info(FIRST_STEP)
  return async () => {
    const deadline = setTimeout(() => {
      log.warn('requests under way were cut off')
      app.server.closeAllConnections()
    }, GRACE_MS)
    await app.close()
    clearTimeout(deadline)
  }
}

const FIRST_STEP =
  'No publisher yet. Create one: npm run --silent fasti -- publisher create --email you@example.com --company "Your club"'

async function hasPublisher(ctx: AppContext): Promise<boolean> {
  return (
    (await ctx.db.selectFrom('publisher').select('publisher_id').limit(1).executeTakeFirst()) !== undefined
  )
}
