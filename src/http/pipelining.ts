import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { interceptRequests } from './intercept.ts'

/** Pipelined requests of one connection that may wait. */
const MOST_WAITING = 100

/**
 * Starts the requests of a connection one after the other. Node sends the responses to pipelined requests in
 * order, but starts all requests at once, even if the client does not read. Connections with too many waiting
 * requests are closed.
 */
export function serializePipelined(server: Server): void {
  const waiting = new WeakMap<Socket, number>()

  interceptRequests(server, ({ socket }, res, next) => {
    // A response gets the socket when all earlier ones are sent.
    if (res.socket) return next()
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > MOST_WAITING) return void socket.destroy()
    res.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1)
      // Not within the event: Node has not finished handing the socket to this response.
      setImmediate(next)
    })
  })
}
