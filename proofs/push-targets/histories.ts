import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { workFolder } from '../../bench/work-folder.ts'
import { createPublisher } from '../../src/accounts/create-publisher.ts'
import { readConfig } from '../../src/config.ts'
import { type AppContext, openContext } from '../../src/context.ts'
import { isBusy } from '../../src/db/transact.ts'
import { buildServer } from '../../src/http/server.ts'
import type { ProviderName } from '../../src/push-targets/grant.ts'
import { runPushTargets } from '../../src/push-targets/worker.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { TestPublisher } from '../../test/support/test-publisher.ts'
import { inParts, type Options, type Outcome, type Proof } from '../proof.ts'
import { type FakeProvider, FAKES } from './fakes.ts'
import { change, differences, isQuiet, mend, newWorld, takeOrphans, type World } from './world.ts'

/** Publishers whose histories go on side by side. */
const WORLDS = 24
const MOST_STEPS = 12
const QUIET_MS = 600_000
/** Quotas and paces are as many times the provider's and ours, so that histories need no days. */
const FASTER = 10

export const google = proofOf('google', 'calendars at Google')
export const outlook = proofOf('microsoft', 'calendars in Outlook')

/**
 * Publishers and subscribers change what they like, the provider refuses and fails, tokens expire and are revoked, people
 * delete calendars and events, and workers are stopped in the middle of it. Two workers share the work.
 */
function proofOf(provider: ProviderName, calendars: string): Proof {
  return {
    promise: `${calendars} end equal to feeds, whatever happens: nothing lost, nothing twice, no quota exceeded`,
    times: 10_000,
    run: ({ times, progress }) =>
      inParts(
        { times, progress },
        {
          SQLite: () => tellHistories(provider, {}, { times: Math.ceil(times / 2), progress }),
          async PostgreSQL() {
            const postgres = await startPostgres({ fsync: false })
            try {
              const DATABASE_URL = await postgres.createDatabase()
              return await tellHistories(
                provider,
                { DATABASE_URL },
                { times: Math.floor(times / 2), progress },
              )
            } finally {
              await postgres.stop()
            }
          },
        },
      ),
  }
}

async function tellHistories(
  provider: ProviderName,
  database: { DATABASE_URL?: string },
  { times, progress }: Options,
): Promise<Outcome> {
  const seed = randomInt(1e9)
  progress(`seed ${seed}`)
  await using service = await startService(provider, database, seed)
  const { fake, ctx } = service
  const figures = {
    histories: 0,
    changes: 0,
    'consents and calendars again': 0,
    restarts: 0,
    'empty calendars left': 0,
  }
  const broken: string[] = []
  let begun = 0
  let requests = 0

  async function goOn(world: World): Promise<void> {
    while (begun < times && broken.length < 10) {
      begun++
      const steps = 1 + Math.floor(world.random() * MOST_STEPS)
      for (let step = 0; step < steps; step++) {
        if (await unlessBusy(() => change(world).then(() => true), false)) figures.changes++
        if (world.random() < 0.2) await sleep(world.random() * 600)
      }
      const mended = await untilQuiet(world)
      figures['consents and calendars again'] += mended
      const { orphans, doubles } = await unlessBusy(() => takeOrphans(world), { orphans: 0, doubles: [] })
      figures['empty calendars left'] += orphans
      broken.push(...doubles)
      figures.histories++
      requests += fake.takeRequests()
      if (figures.histories % 250 === 0) progress(`${figures.histories} histories, ${requests} requests`)
    }
  }

  async function untilQuiet(world: World): Promise<number> {
    let mended = 0
    for (const end = performance.now() + QUIET_MS; performance.now() < end; await sleep(150)) {
      mended += await unlessBusy(() => mend(world), 0)
      if (
        await unlessBusy(async () => (await isQuiet(world)) && (await differences(world)).length === 0, false)
      )
        return mended
    }
    const differ = await unlessBusy(() => differences(world), ['the service is too busy'])
    broken.push(...differ.slice(0, 3).map((what) => `publisher ${world.club.id}, seed ${seed}: ${what}`))
    return mended
  }

  const worlds: World[] = []
  for (let i = 0; i < Math.min(WORLDS, times); i++)
    worlds.push(await newWorld({ ctx, fake }, await service.publisher(), seed + i))
  const telling = Promise.all(worlds.map(goOn))
  let over = false
  void telling.finally(() => (over = true)).catch(() => {})
  while (!over) {
    await Promise.race([sleep(1000 + Math.random() * 4000), telling])
    if (over) break
    await service.restartWorkers()
    figures.restarts++
  }
  await telling
  broken.push(...fake.violations().slice(0, 10))
  return { figures: { ...figures, requests, ...fake.peaks() }, broken }
}

/** Returns `otherwise` if the service or its database was too busy, as on a slow machine: that breaks no promise. */
async function unlessBusy<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof Error && error.message.startsWith('answered 503')
    if (!isRefused && !isBusy(error)) throw error
    return otherwise
  }
}

interface Service extends AsyncDisposable {
  ctx: AppContext
  fake: FakeProvider
  publisher(): Promise<TestPublisher>
  /** Stops both workers as the end of a process does, and starts two others. */
  restartWorkers(): Promise<void>
}

async function startService(
  provider: ProviderName,
  database: { DATABASE_URL?: string },
  seed: number,
): Promise<Service> {
  const folder = workFolder()
  const fake = await FAKES[provider]({ seed, faster: FASTER })
  fake.startFaults()
  const config = readConfig({
    ...{ ...database, ...fake.settings },
    ...{ FASTI_DATA: folder.path, FASTI_URL: 'https://fasti.test', FASTI_TRUST_PROXY: '1' },
    ...{ FASTI_REQUESTS_PER_SECOND: '0', FASTI_BATCH_INTERVAL_MS: '0', LOG_LEVEL: 'silent' },
  })
  for (const limits of [config.google, config.microsoft]) {
    limits.backOffMs = 20
    for (const pace of [limits.pace, limits.accountPace]) {
      pace.perSecond *= FASTER
      pace.burst *= FASTER
    }
  }
  const ctx = await openContext({ ...config, subscribeAnswerMs: 0 })
  const app = await buildServer(ctx)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  let owners = 0
  let workers = startWorkers()

  function startWorkers() {
    const stopping = new AbortController()
    const done = Promise.all([0, 1].map(() => runPushTargets(ctx, stopping.signal)))
    const stop = async () => {
      stopping.abort()
      await done
    }
    return { stop }
  }

  return {
    ctx,
    fake,
    async publisher() {
      const names = {
        firstName: 'Olive',
        lastName: 'Owner',
        company: 'City Rugby',
        timezone: 'Europe/London',
      }
      const account = { parentId: null, partner: false, email: `owner-${++owners}@example.com`, ...names }
      return new TestPublisher(url, await createPublisher(ctx, account))
    },
    async restartWorkers() {
      await workers.stop()
      workers = startWorkers()
    },
    async [Symbol.asyncDispose]() {
      await workers.stop()
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
      await ctx[Symbol.asyncDispose]()
      await fake[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
