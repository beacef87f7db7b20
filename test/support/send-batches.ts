import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Json, record, type TestPublisher } from './test-publisher.ts'

const RECORDS = 200

/** A client that sends one batch after the other until it is told to stop, and keeps what it was promised. */
export function sendBatches(club: TestPublisher, svcId: string) {
  const sent: string[][] = []
  const promised: Json[] = []
  const statuses = new Set<number>()
  let goOn = true
  const done = (async () => {
    while (goOn) {
      const events = Array.from({ length: RECORDS }, () => record(svcId))
      sent.push(events.map((event) => event.reference as string))
      const answer = await club.post('/batch/events', { type: 'private', events }).catch(() => undefined)
      if (answer) statuses.add(answer.status)
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
  return { sent, promised, statuses, stop, nextPromise }
}

/** Every record that was promised is there under its id, and no batch is there in part. */
export function expectKept(
  stored: Map<string, string>,
  { sent, promised }: ReturnType<typeof sendBatches>,
): void {
  const lost = promised.filter((item) => stored.get(item.reference as string) !== item.id)
  expect(lost).toEqual([])
  const sizes = sent.map((references) => references.filter((reference) => stored.has(reference)).length)
  expect(sizes.filter((size) => size !== 0 && size !== RECORDS)).toEqual([])
}

/** By the API, so that what is read is what a publisher would read. */
export async function storedEvents(club: TestPublisher): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (let page = 1; ; page++) {
    const { status, body } = await club.get(`/batch/events?type=private&page=${page}`)
    expect(status).toBe(200)
    if (body.data.length === 0) return stored
    for (const event of body.data) stored.set(event.reference as string, event.id as string)
  }
}
