import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { useReceiver } from '../support/receiver.ts'
import { expectKept, sendBatches, storedEvents } from '../support/send-batches.ts'
import { commandLinePublisher, dataFolder, startService } from '../support/service-process.ts'
import { send, type TestPublisher } from '../support/test-publisher.ts'

const KILLS = 2
const PROCESSES = 2
const receiver = useReceiver()

/** Reads one feed over and over, and adds subscribers, until it is told to stop; keeps every status. */
function useIt(club: TestPublisher, feedUrl: string) {
  const statuses = new Set<number>()
  const joined: string[] = []
  let goOn = true
  const note = async (answer: Promise<{ status: number; headers: Headers }>) => {
    const { status, headers } = await answer
    statuses.add(status)
    if (status === 503) expect(headers.get('retry-after')).toMatch(/^([15]|60)$/)
    return status
  }
  const reads = (async () => {
    while (goOn) await note(send(feedUrl))
  })()
  const changes = (async () => {
    for (let i = 0; goOn; i++) {
      const email = `fan-${i}@example.com`
      if ((await note(club.subscribe(email, []))) === 200) joined.push(email)
    }
  })()
  const stop = async () => {
    goOn = false
    await Promise.all([reads, changes])
    return { statuses, joined }
  }
  return { stop }
}

it(
  `keeps what it acknowledged, and goes on by itself, when PostgreSQL is killed ${KILLS} times`,
  { timeout: 240_000 },
  async () => {
    const postgres = await startPostgres({ fsync: true })
    try {
      const settings = {
        DATABASE_URL: await postgres.createDatabase(),
        FASTI_DATA: await dataFolder(),
        FASTI_BATCH_INTERVAL_MS: '0',
        FASTI_ALLOW_PRIVATE_CALLBACKS: '1',
        FASTI_TRUST_PROXY: '1',
        FASTI_WEBHOOK_RETRY_SECONDS: '1,2,3',
        FASTI_DATABASE_CONNECTIONS: '2',
      }
      const service = await startService(settings, ['--processes', `${PROCESSES}`])
      const club = await commandLinePublisher(settings, service.url)
      await club.callback(`${receiver.url}/joined`)
      const fan = await club.subscriber('first@example.com')
      const client = sendBatches(club, fan.svcId)
      const users = useIt(club, fan.feedUrl)
      const began = performance.now()
      for (let kills = 0; kills < KILLS; kills++) {
        await client.nextPromise()
        await sleep(Math.random() * 40)
        await postgres.kill()
        // Its processes may live on for a moment.
        while ((await fetch(`${service.url}/readyz`)).status !== 503) await sleep(5)
        while ((await club.get('/calendar')).status !== 503) await sleep(5)
        expect((await club.get('/calendar')).body.statusLong).toBe('The database does not answer. Try again.')
        // Each worker looks more than once meanwhile.
        await sleep(2500)
        await postgres.restart()
      }
      await client.nextPromise()
      await client.stop()
      const { statuses, joined } = await users.stop()
      expect([...statuses].sort()).toEqual([200, 503])
      expect([...client.statuses].sort()).toEqual([207, 503])
      expectKept(await storedEvents(club), client)

      // Each of them, sooner or later; what was being sent at a kill comes again.
      const told = () => new Set(receiver.at('/joined').map(({ body }) => body.email as string))
      await expect.poll(() => joined.filter((email) => !told().has(email)), { timeout: 60_000 }).toEqual([])
      expect(service.log.filter(({ msg }) => msg === 'a process ended and will be replaced')).toEqual([])
      expect(service.log.filter(({ msg }) => msg === 'request failed')).toEqual([])
      // Workers tell of it once a minute, however often they look.
      const most = PROCESSES * Math.ceil((performance.now() - began) / 60_000)
      const tries = Map.groupBy(service.log, ({ msg }) => msg)
      const often = [...tries].filter(([msg, { length }]) => msg.endsWith('again') && length > most)
      expect(often.map(([msg]) => msg)).toEqual([])
      service.signal('SIGTERM')
      expect(await service.ended()).toBe(0)
    } finally {
      await postgres.stop()
    }
  },
)
