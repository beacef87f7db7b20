import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { makeCertificate } from './certificate.ts'
import type { Json } from './test-publisher.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  raw: string
  body: Json
  /** Epoch milliseconds. */
  at: number
}

export type AnswerTo = (response: ServerResponse, received: Received) => void

/** A publisher's web server that keeps what it gets. Paths tell tests apart: `/x` is answered as `answers['/x']` says. */
export class Receiver implements AsyncDisposable {
  url = ''
  port = 0
  readonly received: Received[] = []
  /** Handlers by path; default: 204. */
  readonly answers = new Map<string, AnswerTo>()
  #server: Server | undefined
  readonly #sockets: Socket[] = []

  /** Listens on a free port or on the one it had before; with a certificate it speaks TLS. */
  async listen(port = 0, certificate?: ReturnType<typeof makeCertificate>): Promise<void> {
    const server = certificate ? createTlsServer(certificate) : createServer()
    server.on('request', (request, response: ServerResponse) => {
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
    server.on('connection', (socket: Socket) => void this.#sockets.push(socket))
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    this.url = `http://127.0.0.1:${this.port}`
  }

  /** Takes no more connections and ends those there are; `listen(port)` brings it back. */
  async close(): Promise<void> {
    const server = this.#server
    if (!server?.listening) return
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await closed
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Bytes written to clients so far, or waiting to be. */
  get sent(): number {
    return this.#sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0)
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

/** One receiver for all tests of a `describe`; each begins with nothing received, another attempt too. */
export function useReceiver(): Receiver {
  const receiver = new Receiver()
  beforeAll(() => receiver.listen())
  beforeEach(() => void (receiver.received.length = 0))
  afterAll(() => receiver.close())
  return receiver
}
