import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { commandLinePublisher, dataFolder, startService } from '../support/service-process.ts'
import { type Json, record, type TestPublisher } from '../support/test-publisher.ts'

const RECORDS = 200
const SETTINGS = { FASTI_BATCH_INTERVAL_MS: '0', LOG_LEVEL: 'info' }

/** A client that sends one batch after the other until it is told to stop, and keeps what it was promised. */
function sendBatches(club: TestPublisher, svcId: string) {
  const sent: string[][] = []
  const promised: Json[] = []
  let goOn = true
  const done = (async () => {
    while (goOn) {
      const events = Array.from({ length: RECORDS }, () => record(svcId))
      sent.push(events.map((event) => event.reference as string))
      const answer = await club.post('/batch/events', { type: 'private', events }).catch(() => undefined)
      if (answer?.status !== 207) {
        await sleep(5) // the service, or its database, is away
        continue
      }
      expect(answer.body).toMatchObject({ added: RECORDS, total_processed: RECORDS })
      promised.push(...answer.body.items)
    }
  })()
  const stop = async () => {
    goOn = false
    await done
  }
  const nextPromise = async () => {
    const before = promised.length
    while (promised.length === before) await sleep(1)
  }
  return { sent, promised, stop, nextPromise }
}

/** Every record that was promised is there under its id, and no batch is there in part. */
function expectKept(stored: Map<string, string>, { sent, promised }: ReturnType<typeof sendBatches>): void {
  const lost = promised.filter((item) => stored.get(item.reference as string) !== item.id)
  expect(lost).toEqual([])
  const sizes = sent.map((references) => references.filter((reference) => stored.has(reference)).length)
  expect(sizes.filter((size) => size !== 0 && size !== RECORDS)).toEqual([])
}

/** By the API, so that what is read is what a publisher would read. */
async function storedEvents(club: TestPublisher): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (let page = 1; ; page++) {
    const { status, body } = await club.get(`/batch/events?type=private&page=${page}`)
    expect(status).toBe(200)
    if (body.data.length === 0) return stored
    for (const event of body.data) stored.set(event.reference as string, event.id as string)
  }
}

describe('what was acknowledged', () => {
  it(
    'is there after the process was killed 15 times while batches came in',
    { timeout: 120_000 },
    async () => {
      const folder = await dataFolder()
      const settings = { ...SETTINGS, FASTI_DATA: folder }
      let service = await startService(settings)
      const club = await commandLinePublisher(settings, service.url)
      const client = sendBatches(club, (await club.subscriber()).svcId)
      for (let kills = 0; kills < 15; kills++) {
        await client.nextPromise()
        await sleep(Math.random() * 40)
        await service.kill()
        service = await startService(settings)
        club.url = service.url
      }
      await client.stop()
      expectKept(await storedEvents(club), client)
      service.signal('SIGTERM')
      expect(await service.ended()).toBe(0)
      const database = new DatabaseSync(join(folder, 'fasti.db'))
      expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
      database.close()
    },
  )

  it(
    'is there after PostgreSQL was killed 5 times; the service goes on by itself',
    { timeout: 120_000 },
    async () => {
      const postgres = await startPostgres({ fsync: true })
      try {
        const settings = {
          ...SETTINGS,
          DATABASE_URL: await postgres.createDatabase(),
          FASTI_DATA: await dataFolder(),
        }
        const service = await startService(settings)
        const club = await commandLinePublisher(settings, service.url)
        const client = sendBatches(club, (await club.subscriber()).svcId)
        for (let kills = 0; kills < 5; kills++) {
          await client.nextPromise()
          await sleep(Math.random() * 40)
          await postgres.kill()
          // Its processes may live on for a moment.
          while ((await fetch(`${service.url}/readyz`)).status !== 503) await sleep(5)
          while ((await club.get('/calendar')).status !== 503) await sleep(5)
          const answer = await club.get('/calendar')
          expect(answer).toMatchObject({
            status: 503,
            body: { statusLong: 'The database does not answer. Try again.' },
          })
          expect(answer.headers.get('retry-after')).toBe('5')
          await postgres.restart()
        }
        await client.nextPromise()
        await client.stop()
        expectKept(await storedEvents(club), client)
        service.signal('SIGTERM')
        expect(await service.ended()).toBe(0)
      } finally {
        await postgres.stop()
      }
    },
  )
})
