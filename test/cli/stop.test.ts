import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commandLinePublisher, dataFolder, startService } from '../support/service-process.ts'
import { record, type TestPublisher } from '../support/test-publisher.ts'

const BATCHES = 20
const RECORDS = 50

async function running(args: string[] = []) {
  const folder = await dataFolder()
  const settings = { FASTI_DATA: folder, FASTI_BATCH_INTERVAL_MS: '0' }
  const service = await startService(settings, args)
  return { folder, service, club: await commandLinePublisher(settings, service.url) }
}

/** A batch whose head the service has read, and of whose body it has half. */
async function halfSent(club: TestPublisher, body: string, agent: Agent) {
  const upload: ClientRequest = request(club.signedUrl('/batch/events', body), {
    method: 'POST',
    agent,
    headers: { expect: '100-continue', 'content-length': Buffer.byteLength(body) },
  })
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  // The returned function throws this error; until it is called, nobody handles it.
  answered.catch(() => undefined)
  upload.flushHeaders()
  await once(upload, 'continue')
  upload.write(body.slice(0, body.length / 2))
  return async () => {
    upload.end(body.slice(body.length / 2))
    const [answer] = await answered
    answer.resume()
    return answer.statusCode
  }
}

async function refusesConnections(url: string): Promise<void> {
  for (;;) {
    // One that came in the very moment of closing may be left waiting.
    const code = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(500) }).then(
      () => '',
      (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code,
    )
    if (code === 'ECONNREFUSED') return
  }
}

const cutOff = ({ log }: { log: { msg: string }[] }) =>
  log.filter(({ msg }) => msg === 'open connections were closed')

describe('stopping the service', () => {
  it.each([
    ['', []],
    [', in all processes', ['--processes', '2']],
  ])('finishes what is under way, lets nobody else in and ends well%s', async (_, args) => {
    const { folder, service, club } = await running(args)
    const fan = await club.subscriber()
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const bodies = Array.from({ length: BATCHES }, () => {
      const events = Array.from({ length: RECORDS }, () => record(fan.svcId))
      return JSON.stringify({ type: 'private', events })
    })
    const uploads = await Promise.all(bodies.map((body) => halfSent(club, body, agent)))
    for (const name of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) service.signal(name)
    await refusesConnections(service.url)
    const statuses = await Promise.all(uploads.map((finish) => finish()))
    expect(statuses).toEqual(Array(BATCHES).fill(207))
    expect(await service.ended()).toBe(0)
    expect(cutOff(service)).toEqual([])
    const database = new DatabaseSync(join(folder, 'fasti.db'), { readOnly: true })
    expect(database.prepare('select count(*) as stored from event').get()).toEqual({
      stored: BATCHES * RECORDS,
    })
    database.close()
  })

  it('does not wait for ever for who never finishes', async () => {
    const { service, club } = await running()
    const { port, pathname, search } = new URL(club.signedUrl('/calendar', 'x'.repeat(100)))
    const silent = connect(Number(port), '127.0.0.1')
    const half = connect(Number(port), '127.0.0.1')
    half.write(`POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nxxx`)
    const closed = [once(silent.resume(), 'close'), once(half.resume(), 'close')]
    await fetch(`${service.url}/healthz`) // connects later, so both are accepted by now
    service.signal('SIGINT')
    expect(await service.ended()).toBe(0)
    expect(cutOff(service)).toHaveLength(1)
    await Promise.all(closed)
  })
})
