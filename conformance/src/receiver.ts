import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Json } from './signed-requests.ts'

/** Servers make the first attempt within seconds; a busy machine may need longer. */
const TIMEOUT_MS = 20_000

export interface Received {
  headers: IncomingHttpHeaders
  raw: string
  body: Json
}

/** An HTTP server that receives webhooks and hands them out one by one. */
export class Receiver implements AsyncDisposable {
  readonly port: number
  readonly #server: Server
  readonly #received: Received[] = []
  #arrived: () => void = () => {}

  private constructor(server: Server) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    server.on('request', (request, response) => {
      void text(request)
        .then((raw) => {
          this.#received.push({ headers: request.headers, raw, body: parse(raw) })
          response.writeHead(204).end()
          this.#arrived()
        })
        .catch(() => response.destroy())
    })
  }

  /** Listens; port 0 means any free port. */
  static async listen(port: number, host: string): Promise<Receiver> {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    return new Receiver(server)
  }

  /** Removes and returns the first match, waiting for it if needed; undefined after a timeout. */
  async next(fits: (body: Json) => boolean): Promise<Received | undefined> {
    for (const deadline = Date.now() + TIMEOUT_MS; ;) {
      const at = this.#received.findIndex(({ body }) => body !== undefined && fits(body))
      if (at !== -1) return this.#received.splice(at, 1)[0]
      const left = deadline - Date.now()
      if (left <= 0) return undefined
      await new Promise<void>((done) => {
        const timer = setTimeout(done, left)
        this.#arrived = () => {
          clearTimeout(timer)
          done()
        }
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close').catch(() => {})
  }
}

function parse(raw: string): Json {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
