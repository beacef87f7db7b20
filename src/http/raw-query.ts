import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { interceptRequests } from './intercept.ts'

/** The error of Node's parser for octets that it can't read. */
export interface ParserError extends Error {
  code?: string
  rawPacket?: unknown
}

const LINE = /^([A-Z]+ \/[\x21-\x3e\x40-\x7e]*\?)([\x21-\x7e\x80-\xff]*)( HTTP\/1\.[01])$/
/** Octets that may wait to be read. */
const MOST_UNREAD = 2_000_000

/**
 * Reads requests whose query has octets beyond ASCII as they are, such as raw UTF-8, which Node's parser refuses. Such
 * a request is given to the server once more, with these octets percent-encoded, on a connection that ends with its
 * answer. Returns whether it took an error that way.
 */
export function takeRawQueries(server: Server): (error: ParserError, socket: Socket) => boolean {
  const retold = new WeakMap<Duplex, RetoldConnection>()
  /** To tell connections on which an earlier answer is still being written. */
  const answers = new WeakMap<Duplex, { writableFinished: boolean }>()
  interceptRequests(server, (req, res, goOn) => {
    answers.set(req.socket, res)
    goOn()
  })

  return ({ code, rawPacket }, socket) => {
    const again = retold.get(socket)
    // The parser fails anew with each packet that follows.
    if (again) {
      if (Buffer.isBuffer(rawPacket)) again.pass(rawPacket)
      return true
    }
    if (code !== 'HPE_INVALID_URL' || !Buffer.isBuffer(rawPacket)) return false
    const packet = encodeQuery(rawPacket)
    if (!packet || answers.get(socket)?.writableFinished === false) return false
    const connection = new RetoldConnection(socket)
    retold.set(socket, connection)
    server.emit('connection', connection)
    connection.pass(packet)
    return true
  }
}

/** The packet with its query percent-encoded; undefined where it does not begin with such a request. */
function encodeQuery(packet: Buffer): Buffer | undefined {
  const lineEnd = packet.indexOf('\r\n')
  const [, before, query, after] = LINE.exec(packet.toString('latin1', 0, Math.max(0, lineEnd))) ?? []
  if (query === undefined) return undefined
  const encoded = query.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`)
  const head = Buffer.from(`${before}${encoded}${after}\r\nConnection: close`, 'latin1')
  return Buffer.concat([head, packet.subarray(lineEnd)])
}

/** A connection of which the server hears what it is passed, and whose answer goes to the socket. */
class RetoldConnection extends Duplex {
  readonly #socket: Socket
  readonly remoteAddress: string | undefined

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    this.remoteAddress = socket.remoteAddress
    socket.once('close', () => this.destroy())
  }

  get bytesWritten(): number {
    return this.#socket.bytesWritten
  }

  pass(packet: Buffer): void {
    if (this.readableLength > MOST_UNREAD) this.destroy()
    else this.push(packet)
  }

  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms)
    return this
  }

  override _read(): void {}

  override _write(octets: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(octets, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
