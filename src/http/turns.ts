import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { interceptRequests } from './intercept.ts'

interface Turn {
  res: ServerResponse
  goOn: () => void
}

/** Requests that may wait for the answer to an earlier one of their connection. */
const MOST_WAITING = 100

/**
 * One answer at a time on each connection. Node reads pipelined requests (RFC 9112 9.3.2) by the hundred and would
 * begin all of them at once, whether or not their answers are taken. Who sends too many ahead is cut off.
 */
export function takeTurns(server: Server): void {
  const waiting = new WeakMap<Socket, Turn[]>()

  interceptRequests(server, ({ socket }, res, goOn) => {
    const others = waiting.get(socket)
    if (!others) return begin(socket, { res, goOn }, [])
    others.push({ res, goOn })
    if (others.length > MOST_WAITING) socket.destroy()
  })

  function begin(socket: Socket, { res, goOn }: Turn, others: Turn[]): void {
    waiting.set(socket, others)
    res.once('close', () => {
      const next = socket.destroyed ? undefined : others.shift()
      if (next) begin(socket, next, others)
      else waiting.delete(socket)
    })
    goOn()
  }
}
