import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

/** How long an answer may take to be taken in any case, and a second more for each so many bytes of it. */
const TAKE_MS = 60_000
const BYTES_A_SECOND = 8000
const LOOK_EVERY_MS = 5000

/** A connection with something that was not taken yet. */
interface Reading {
  since: number
  /** Bytes that had been taken by then. */
  taken: number
}

/** Closes connections of those who take an answer so slowly that they seem to want to keep us busy with it. */
export function cutSlowReaders(
  server: Server,
  log: Logger,
  now = () => performance.now(),
  everyMs = LOOK_EVERY_MS,
): void {
  const readers = new Map<Socket, Reading | undefined>()
  server.on('connection', (socket: Socket) => {
    readers.set(socket, undefined)
    socket.once('close', () => readers.delete(socket))
  })
  const timer = setInterval(look, everyMs).unref()
  server.once('close', () => clearInterval(timer))

  function look(): void {
    let cut = 0
    for (const [socket, reading] of readers) {
      if (socket.writableLength === 0) {
        if (reading) readers.set(socket, undefined)
      } else if (!reading) {
        readers.set(socket, { since: now(), taken: socket.bytesWritten - socket.writableLength })
      } else if (now() - reading.since > allowedMs(socket.bytesWritten - reading.taken)) {
        socket.destroy()
        cut++
      }
    }
    if (cut > 0) log.warn({ cut }, 'connections that took their answers too slowly were closed')
  }
}

/** Exported for its test. What taking so many bytes may last. */
export function allowedMs(bytes: number): number {
  return TAKE_MS + (bytes / BYTES_A_SECOND) * 1000
}
