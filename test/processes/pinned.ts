import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import type { ServiceProcess } from '../support/service-process.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

/** One connection that is kept: all its requests are answered by the same process. */
export class PinnedConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor() {
    onTestFinished(() => this.#agent.destroy())
  }

  async send(method: string, url: string, body?: Json) {
    const sent = request(url, { method, agent: this.#agent })
    sent.end(body === undefined ? '' : JSON.stringify(body))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) }
  }

  /** Sends a publisher's signed request. */
  call(club: TestPublisher, method: string, path: string, body?: Json) {
    return this.send(method, club.signedUrl(path, body === undefined ? '' : JSON.stringify(body)), body)
  }
}

/** A connection to each process of a service, by the process's id, which its log tells. */
export async function pinnedToEach(service: ServiceProcess, club: TestPublisher) {
  const { processes } = service.log.find(({ msg }) => msg === 'listening') as { processes: number[] }
  const connections = new Map<number, PinnedConnection>()
  while (connections.size < processes.length) {
    const connection = new PinnedConnection()
    const { headers } = await connection.call(club, 'GET', '/calendar')
    const line = () => service.log.find(({ reqId }) => reqId === headers['x-request-id'])
    await expect.poll(line).toBeDefined()
    connections.set(line()!.pid as number, connection)
  }
  return processes.map((pid) => ({ pid, connection: connections.get(pid)! }))
}
