import { Agent, request } from 'node:http'
import { record, type TestPublisher } from '../test/support/test-publisher.ts'

const EVERY_MS = 50
const RECORDS = 5

/** An answer, or none (status 0), and how many ms it took. */
export interface Sample {
  what: string
  status: number
  ms: number
}

/** Somebody who uses the service as it is meant, and keeps the time. */
export interface NormalClient {
  samples: Sample[]
  /** Asks for nothing more; resolves when all answers are in. */
  stop(): Promise<void>
}

/** Asks for a feed, a signed list and a page, and sends a batch, each so often, whether or not the last were answered. */
export function startNormalClient(
  club: TestPublisher,
  feedUrl: string,
  svcId: string,
  everyMs = EVERY_MS,
): NormalClient {
  const agent = new Agent({ keepAlive: true })
  const samples: Sample[] = []
  const under = new Set<Promise<void>>()

  function ask(what: string, method: string, url: string, body?: string, kept?: Agent): void {
    const began = performance.now()
    const asking = statusOf(method, url, body, kept).then((status) => {
      samples.push({ what, status, ms: performance.now() - began })
      under.delete(asking)
    })
    under.add(asking)
  }

  const timer = setInterval(() => {
    const batch = JSON.stringify({
      type: 'private',
      events: Array.from({ length: RECORDS }, () => record(svcId)),
    })
    ask('feed', 'GET', feedUrl)
    ask('list', 'GET', club.signedUrl('/calendar'), undefined, agent)
    ask('batch', 'POST', club.signedUrl('/batch/events', batch), batch, agent)
    ask('page', 'GET', `${club.url}/w/${club.widgetId}`)
  }, everyMs)
  return {
    samples,
    async stop() {
      clearInterval(timer)
      await Promise.all(under)
      agent.destroy()
    },
  }
}

/** Reads the whole answer. Without an agent on a connection of its own. */
export function statusOf(
  method: string,
  url: string,
  body?: string,
  agent: Agent | false = false,
): Promise<number> {
  return new Promise((done) => {
    const asked = request(url, { method, agent, timeout: 30_000 }, (response) => {
      response.on('end', () => done(response.statusCode!)).on('error', () => done(0))
      response.resume()
    })
    asked.on('timeout', () => asked.destroy()).on('error', () => done(0))
    asked.end(body)
  })
}
