import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

/** The time in which a client must read a response: a base, plus one second for each 8000 bytes. */
const BASE_MS = 60_000
const BYTES_A_SECOND = 8000
const CHECK_EVERY_MS = 5000

/** A connection with unsent bytes. */
interface Reading {
  since: number
  /** Bytes sent by then. */
  sent: number
}

/** Closes connections of clients that read a response very slowly, perhaps to keep the service busy. */
export function cutSlowReaders(
  server: Server,
  log: Logger,
  now = () => performance.now(),
  everyMs = CHECK_EVERY_MS,
): void {
  const readers = new Map<Socket, Reading | undefined>()
  server.on('connection', (socket: Socket) => {
    readers.set(socket, undefined)
    socket.once('close', () => readers.delete(socket))
  })
  const timer = setInterval(check, everyMs).unref()
  server.once('close', () => clearInterval(timer))

  function check(): void {
    let cut = 0
    for (const [socket, reading] of readers) {
      if (socket.writableLength === 0) {
        if (reading) readers.set(socket, undefined)
      } else if (!reading) {
        readers.set(socket, { since: now(), sent: socket.bytesWritten - socket.writableLength })
      } else if (now() - reading.since > allowedMs(socket.bytesWritten - reading.sent)) {
        socket.destroy()
        cut++
      }
    }
    if (cut > 0) log.warn({ cut }, 'connections that took their answers too slowly were closed')
  }
}

/** The time allowed for reading so many bytes. Exported for its test. */
export function allowedMs(bytes: number): number {
  return BASE_MS + (bytes / BYTES_A_SECOND) * 1000
}
