import { setTimeout as sleep } from 'node:timers/promises'
import { workFolder } from '../../bench/work-folder.ts'
import { readConfig } from '../../src/config.ts'
import { type AppContext, openContext } from '../../src/context.ts'
import type { ProviderName } from '../../src/push-targets/grant.ts'
import { freePort } from '../../test/support/free-port.ts'
import { commandLinePublisher, launchService, type Settings } from '../../test/support/launch-service.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { inParts, type Options, type Outcome, type Proof, until } from '../proof.ts'
import { FAKES } from './fakes.ts'
import { change, differences, isQuiet, newWorld, takeOrphans } from './world.ts'

const WRITERS = 2
const CHECK_EVERY = 10
const QUIET_MS = 400_000

export const killsGoogle = proofOf('google', 'calendars at Google')
export const killsOutlook = proofOf('microsoft', 'calendars in Outlook')

/** The whole service is killed while it writes calendars at a provider, on both databases. */
function proofOf(provider: ProviderName, calendars: string): Proof {
  return {
    promise: `${calendars} end equal to feeds, nothing lost and nothing twice, whatever kills the service`,
    times: 200,
    run: ({ times, progress }) =>
      inParts(
        { times, progress },
        {
          SQLite: () => killOften(provider, {}, { times: Math.ceil(times / 2), progress }),
          async PostgreSQL() {
            const postgres = await startPostgres({ fsync: true })
            try {
              const DATABASE_URL = await postgres.createDatabase()
              return await killOften(provider, { DATABASE_URL }, { times: Math.floor(times / 2), progress })
            } finally {
              await postgres.stop()
            }
          },
        },
      ),
  }
}

async function killOften(
  provider: ProviderName,
  database: Settings,
  { times, progress }: Options,
): Promise<Outcome> {
  using folder = workFolder()
  await using fake = await FAKES[provider]()
  const settings = {
    ...{ ...database, ...fake.settings },
    ...{ FASTI_DATA: folder.path, FASTI_TRUST_PROXY: '1', FASTI_BATCH_INTERVAL_MS: '0' },
    ...{ FASTI_REQUESTS_PER_SECOND: '0', PORT: `${await freePort()}` },
  }
  const start = () => launchService(settings).listening
  let service = await start()
  try {
    const club = await commandLinePublisher(settings, service.url)
    await using ctx = await openContext(
      readConfig({ FASTI_URL: 'https://fasti.test', LOG_LEVEL: 'silent', ...settings }),
    )
    const world = { ...(await newWorld({ ctx, fake }, club, times)), atProvider: false }
    await until('the calendars', async () => (await differences(world)).length === 0)
    const figures = { kills: 0, changes: 0, 'empty calendars left': 0 }
    const broken: string[] = []
    while (figures.kills < times) {
      const stop = new AbortController()
      const writers = Array.from({ length: WRITERS }, async () => {
        // A change that a kill breaks off may have been done or not.
        while (!stop.signal.aborted)
          await change(world).then(
            () => figures.changes++,
            () => sleep(20),
          )
      })
      for (const end = Math.min(times, figures.kills + CHECK_EVERY); figures.kills < end; figures.kills++) {
        await sleep(100 + Math.random() * 1200)
        await service.kill()
        await freeClaims(ctx)
        service = await start()
      }
      stop.abort()
      await Promise.all(writers)
      await until('quiet', () => isQuiet(world), QUIET_MS)
      broken.push(...(await differences(world)))
      const { orphans, doubles } = await takeOrphans(world)
      figures['empty calendars left'] += orphans
      broken.push(...doubles)
      progress(`${figures.kills} kills, ${figures.changes} changes`)
    }
    broken.push(...fake.violations())
    return { figures: { ...figures, requests: fake.takeRequests() }, broken }
  } finally {
    await service.kill()
  }
}

/** Frees the targets of the killed process. Their claims end by themselves after five minutes; nobody waits for it here. */
async function freeClaims({ db }: AppContext): Promise<void> {
  await db
    .updateTable('push_target')
    .set({ lease_until: 0, next_at: 0 })
    .where('lease_until', '>', 0)
    .execute()
}
