import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  /** Status of the last answer on the connection; undefined when there was none. */
  status: number | undefined
  /** Everything that came, heads and bodies. */
  text: string
  answers: number
}

/** Writes these bytes to the server as they are, and reads until the connection ends. */
export async function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const connection = await openRaw(url)
  for (const part of parts) connection.socket.write(part)
  await connection.ended
  return connection.answer()
}

/** A connection to be written to by hand, however slowly. */
export interface RawConnection {
  socket: Socket
  /** The answers so far. */
  answer(): RawAnswer
  /** Fulfilled when the connection is over, whoever ended it. */
  ended: Promise<void>
  close(): void
}

/**
 * Connects from a loopback address of its own, where one is given, such as `127.0.0.7`. Reads what comes, unless it
 * is told to `pause` the socket.
 */
export async function openRaw(url: string, localAddress?: string): Promise<RawConnection> {
  const socket = connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    ...(localAddress && { localAddress }),
  })
  const received: Buffer[] = []
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  socket.on('error', () => {}) // the server may close before all is written
  const ended = new Promise<void>((closed) => socket.once('close', () => closed()))
  await Promise.race([once(socket, 'connect').catch(() => {}), ended])
  return {
    socket,
    ended,
    close: () => void socket.destroy(),
    answer() {
      const text = Buffer.concat(received).toString('latin1')
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]))
      return { status: statuses.at(-1), text, answers: statuses.length }
    },
  }
}

/** Opens so many at once. */
export function openMany(url: string, count: number, localAddress?: string): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => openRaw(url, localAddress)))
}

/** Sends a byte now and then, as slow clients do; stops when the connection ends. */
export function trickle({ socket, ended }: RawConnection, bytes: string, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => socket.write(bytes[at++ % bytes.length]!), everyMs)
  void ended.then(() => clearInterval(timer))
}
