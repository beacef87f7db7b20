import { expect, it, onTestFinished } from 'vitest'
import { startUpkeep } from '../../src/upkeep.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { useReceiver } from '../support/receiver.ts'
import { startService } from '../support/service-process.ts'
import { spreadOver } from '../support/spread-database.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

const receiver = useReceiver()

async function readBy(app: TestApp, feedUrl: string, agent: string): Promise<number> {
  const { status } = await send(app.url + new URL(feedUrl).pathname, { headers: { 'user-agent': agent } })
  return status
}

it('goes on with all other publishers when the node of one is away', { timeout: 60_000 }, async () => {
  const { url, dispose } = await freshDatabaseUrl('postgres', { tables: true })
  const spread = await spreadOver(url)
  const app = await startTestApp('postgres', {
    worker: true,
    config: (config) => ({
      ...config,
      db: { ...config.db, kind: 'postgres', url: spread.url, connections: 10 },
    }),
  })
  onTestFinished(async () => {
    await app.close()
    await spread.forget()
    await dispose()
  })
  const [gone, well] = [await app.publisher(), await app.publisher()]
  const fans = await Promise.all([gone, well].map((club) => club.subscriber('fan@example.com')))
  await well.callback(`${receiver.url}/well`)
  await readBy(app, fans[0]!.feedUrl, 'Google-Calendar-Importer')
  await readBy(app, fans[1]!.feedUrl, 'Google-Calendar-Importer')

  await spread.fail(gone.id, 'is away')
  expect(await readBy(app, fans[0]!.feedUrl, 'Thunderbird')).toBe(503)
  expect(await readBy(app, fans[1]!.feedUrl, 'Thunderbird')).toBe(200)

  // What was counted of the others is written, and can be read before.
  const readsOf = async () =>
    (await well.get(`/subscriber/${fans[1]!.svcId}`)).body.data.totalActivity as number
  expect(await readsOf()).toBe(2)
  await expect(app.ctx.feedReads.flush()).rejects.toThrow('remote node')
  await expect(app.ctx.requestLog.flush()).rejects.toThrow('remote node')
  expect(await readsOf()).toBe(2)

  // Webhooks of the others go out.
  await well.subscribe('second@example.com', [])
  await expect.poll(() => receiver.at('/well').length, { timeout: 10_000 }).toBeGreaterThan(0)

  // The upkeep tells of it once, not each time.
  const stopping = new AbortController()
  startUpkeep(app.ctx, stopping.signal, { sweeps: false })
  await readBy(app, fans[1]!.feedUrl, 'Thunderbird')
  await expect
    .poll(() => app.log.some((line) => line.includes('upkeep failed')), { timeout: 10_000 })
    .toBe(true)
  stopping.abort()
  expect(app.log.filter((line) => line.includes('feeds failed'))).toHaveLength(1)

  // A process can start.
  const service = await startService({ DATABASE_URL: spread.url, FASTI_DATA: app.ctx.config.dataDir })
  expect((await send(`${service.url}/readyz`)).status).toBe(200)
  service.signal('SIGTERM')
  expect(await service.ended()).toBe(0)

  // When the node is back, what was counted meanwhile is written.
  await spread.mend()
  await app.ctx.feedReads.flush()
  expect(await readBy(app, fans[0]!.feedUrl, 'Thunderbird')).toBe(200)
  expect((await gone.get(`/subscriber/${fans[0]!.svcId}`)).body.data.totalActivity).toBe(2)
})
