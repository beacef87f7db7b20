import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { Json } from './test-publisher.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  raw: string
  body: Json
  /** Epoch milliseconds. */
  at: number
}

/** A publisher's web server that keeps what it gets. Paths tell tests apart: `/x` is answered as `answers['/x']` says. */
export class Receiver {
  url = ''
  readonly received: Received[] = []
  /** What is done with a request; default: 204. */
  readonly answers = new Map<string, (response: ServerResponse, received: Received) => void>()
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString()
      const path = request.url!
      const received = { path, headers: request.headers, raw, body: JSON.parse(raw), at: Date.now() }
      this.received.push(received)
      const answer = this.answers.get(path) ?? ((response) => response.writeHead(204).end())
      answer(response, received)
    })
  })

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  at(path: string): Received[] {
    return this.received.filter((received) => received.path === path)
  }

  /** Waits until `count` requests came to a path; fails after `ms`. */
  async wait(path: string, count = 1, ms = 10_000): Promise<Received[]> {
    const deadline = Date.now() + ms
    while (this.at(path).length < count) {
      if (Date.now() > deadline)
        throw new Error(`${this.at(path).length} of ${count} requests came to ${path}`)
      await new Promise((done) => setTimeout(done, 20))
    }
    return this.at(path)
  }
}

/** One receiver for all tests of a `describe`. */
export function useReceiver(): Receiver {
  const receiver = new Receiver()
  beforeAll(() => receiver.listen())
  afterAll(() => receiver.close())
  return receiver
}
