import { parentPort, Worker } from 'node:worker_threads'
import { type Answer, send } from '../test/support/test-publisher.ts'

interface Question {
  id: number
  url: string
  init: RequestInit
}

type Reply = { id: number; ms: number; status: number; headers: [string, string][]; text: string }

/**
 * A client in a thread of its own, so that its times are not those of a service that runs in this one: work that the
 * service does after an answer would hold up whoever reads it here.
 */
export class TimedClient implements AsyncDisposable {
  readonly #worker = new Worker(new URL(import.meta.url))
  readonly #open = new Map<number, (reply: Reply) => void>()
  #asked = 0

  constructor() {
    this.#worker.on('message', (reply: Reply) => {
      this.#open.get(reply.id)!(reply)
      this.#open.delete(reply.id)
    })
  }

  /** Sends a request, and returns its answer with the milliseconds it took. */
  async send(url: string, init: RequestInit): Promise<Answer & { ms: number }> {
    const id = ++this.#asked
    const { promise, resolve } = Promise.withResolvers<Reply>()
    this.#open.set(id, resolve)
    this.#worker.postMessage({ id, url, init } satisfies Question)
    const { status, headers, text, ms } = await promise
    return {
      status,
      headers: new Headers(headers),
      text,
      body: text === '' ? undefined : JSON.parse(text),
      ms,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }
}

parentPort?.on('message', ({ id, url, init }: Question) => {
  const from = performance.now()
  void send(url, init).then(({ status, headers, text }) => {
    const ms = performance.now() - from
    parentPort!.postMessage({ id, ms, status, headers: [...headers], text } satisfies Reply)
  })
})
