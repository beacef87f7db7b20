// node peers/receiver.ts <port>: a publisher's server, or a push service. Takes messages, and tells when it has got so many.
import { createServer } from 'node:http'

export interface Expected {
  count: number
  /** How long it lets each one wait for its answer. */
  delayMs: number
}

export interface Arrival {
  /** Milliseconds from the first request to the last. */
  elapsed: number
  /** Different `webhook-id`s among them; of messages without one, different addresses. */
  ids: number
}

let expected: Expected = { count: 0, delayMs: 0 }
let first = 0
let came = 0
const ids = new Set<string>()

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (came++ === 0) first = performance.now()
    ids.add((request.headers['webhook-id'] as string | undefined) ?? request.url!)
    const answer = () => response.writeHead(204).end()
    if (expected.delayMs > 0) setTimeout(answer, expected.delayMs)
    else answer()
    if (came === expected.count)
      process.send!({ elapsed: performance.now() - first, ids: ids.size } satisfies Arrival)
  })
})
server.listen(Number(process.argv[2]), '127.0.0.1')

process.on('message', (message: Expected) => {
  expected = message
  came = 0
  ids.clear()
})
