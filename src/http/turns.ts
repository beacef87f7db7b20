import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Request = [IncomingMessage, ServerResponse]
type Listener = (this: void, req: IncomingMessage, res: ServerResponse) => void

/** Requests that may wait for the answer to an earlier one of their connection. */
const MOST_WAITING = 100

/**
 * One answer at a time on each connection. Node reads pipelined requests (RFC 9112 9.3.2) by the hundred and would
 * begin all of them at once, whether or not their answers are taken. Who sends too many ahead is cut off.
 */
export function takeTurns(server: Server): void {
  const listeners = server.listeners('request') as Listener[]
  server.removeAllListeners('request')
  const waiting = new WeakMap<Socket, Request[]>()

  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const others = waiting.get(req.socket)
    if (!others) return begin(req.socket, req, res, [])
    others.push([req, res])
    if (others.length > MOST_WAITING) req.socket.destroy()
  })

  function begin(socket: Socket, req: IncomingMessage, res: ServerResponse, others: Request[]): void {
    waiting.set(socket, others)
    res.once('close', () => {
      const next = socket.destroyed ? undefined : others.shift()
      if (next) begin(socket, ...next, others)
      else waiting.delete(socket)
    })
    for (const listener of listeners) listener(req, res)
  }
}
