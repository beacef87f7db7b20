import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { interceptRequests } from './intercept.ts'

/** Requests that may wait for the answer to an earlier one of their connection. */
const MOST_WAITING = 100

/**
 * Begins the requests of a connection one after the other. Node sends the answers of pipelined requests in turn, but
 * would begin all of them at once, whether or not their answers are taken. Who sends too many ahead is cut off.
 */
export function takeTurns(server: Server): void {
  const waiting = new WeakMap<Socket, number>()

  interceptRequests(server, ({ socket }, res, goOn) => {
    // An answer gets the socket when those before it are sent.
    if (res.socket) return goOn()
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > MOST_WAITING) return void socket.destroy()
    res.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1)
      // Not within the event: Node still is about to give this answer its turn.
      setImmediate(goOn)
    })
  })
}
