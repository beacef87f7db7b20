import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { interceptRequests } from './intercept.ts'

/** The error of Node's HTTP parser. */
export interface ParserError extends Error {
  code?: string
  rawPacket?: unknown
}

const LINE = /^([A-Z]+ \/[\x21-\x3e\x40-\x7e]*\?)([\x21-\x7e\x80-\xff]*)( HTTP\/1\.[01])$/
/** Bytes buffered for the server. */
const MOST_UNREAD = 2_000_000

/**
 * Accepts requests whose query contains bytes beyond ASCII, such as raw UTF-8, which Node's parser rejects.
 * The bytes are percent-encoded and the request is replayed to the server on a connection that closes after
 * the response. The returned function handles a parser error; it returns whether it accepted the request.
 */
export function acceptRawQueries(server: Server): (error: ParserError, socket: Socket) => boolean {
  const replays = new WeakMap<Duplex, ReplayedConnection>()
  /** Detects connections on which an earlier response is still being written. */
  const responses = new WeakMap<Duplex, { writableFinished: boolean }>()
  interceptRequests(server, (req, res, next) => {
    responses.set(req.socket, res)
    next()
  })

  return ({ code, rawPacket }, socket) => {
    const replayed = replays.get(socket)
    // The parser fails again for each following packet.
    if (replayed) {
      if (Buffer.isBuffer(rawPacket)) replayed.pass(rawPacket)
      return true
    }
    if (code !== 'HPE_INVALID_URL' || !Buffer.isBuffer(rawPacket)) return false
    const packet = encodeQuery(rawPacket)
    if (!packet || responses.get(socket)?.writableFinished === false) return false
    const connection = new ReplayedConnection(socket)
    replays.set(socket, connection)
    server.emit('connection', connection)
    connection.pass(packet)
    return true
  }
}

/** Percent-encodes the query. Returns undefined if the packet does not start with such a request. */
function encodeQuery(packet: Buffer): Buffer | undefined {
  const lineEnd = packet.indexOf('\r\n')
  const [, before, query, after] = LINE.exec(packet.toString('latin1', 0, Math.max(0, lineEnd))) ?? []
  if (query === undefined) return undefined
  const encoded = query.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`)
  const head = Buffer.from(`${before}${encoded}${after}\r\nConnection: close`, 'latin1')
  return Buffer.concat([head, packet.subarray(lineEnd)])
}

/** A connection that feeds given packets to the server and writes the response to the socket. */
class ReplayedConnection extends Duplex {
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
