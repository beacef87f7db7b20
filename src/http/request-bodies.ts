import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { countedWarning } from '../counted-warning.ts'
import { LargeBody } from './large-body.ts'
import { networkOf } from './network-of.ts'

/** Bytes of memory for the bodies of all unfinished requests. */
const MOST_BYTES = 64_000_000
/** Initial buffer of a body. Whatever its Content-Length, the buffer grows only once it is full. */
const FIRST_BYTES = 512

/** A body that is being received. */
interface Body {
  /** The key of the sender's address, see `networkOf`. */
  network: string
  memory: Buffer
  length: number
  whole: boolean
}

/**
 * Reads bodies as bytes, whatever their type. Chunks are copied into one buffer, since a client can send
 * chunks of one byte each. The total is bounded: beyond it, incomplete bodies are dropped, starting with the
 * oldest of the address that holds most memory.
 */
export function readBodies(app: FastifyInstance, log: Logger, most = MOST_BYTES): void {
  /** Oldest first. */
  const bodies = new Map<IncomingMessage, Body>()
  let held = 0
  const warnCut = countedWarning((cut) =>
    log.warn({ cut }, 'too many request bodies at once, incomplete ones of the largest senders were cut off'),
  )

  app.addHook('preParsing', (req, reply, _payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = req.headers
    if (length !== '0' || encoding) reply.raw.once('close', () => forget(req.raw))
    // The type of a body is ignored, so a malformed, empty or repeated one must not cause a refusal.
    delete req.raw.headers['content-type']
    done()
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (req, payload, done) => {
    const limit = req.routeOptions.bodyLimit
    const announced = Number(req.headers['content-length'] ?? NaN)
    // Signed requests are refused for their signature before their size, and the signature covers the body.
    const tooLarge = (firstChunks: Buffer[]) =>
      req.apiKey
        ? done(null, new LargeBody(firstChunks, req.raw))
        : done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), undefined)
    if (announced > limit) return tooLarge([])
    const body: Body = { network: networkOf(req.ip), memory: Buffer.alloc(0), length: 0, whole: false }
    bodies.set(req.raw, body)
    const stop = () => payload.off('data', append).off('end', whole).off('error', broken)
    const end = (error: Error | null) => {
      stop()
      done(error, body.memory.subarray(0, body.length))
    }
    const whole = () => {
      body.whole = true
      end(null)
    }
    // The client disconnected.
    const broken = (error: Error) => end(Object.assign(error, { statusCode: 400 }))
    const append = (chunk: Buffer) => {
      if (!bodies.has(req.raw)) return // dropped; ignore the rest
      const length = body.length + chunk.length
      if (length > limit) {
        stop().pause()
        return tooLarge([body.memory.subarray(0, body.length), chunk])
      }
      if (length > body.memory.length) {
        const size = Math.max(length, 2 * body.memory.length, FIRST_BYTES)
        grow(body, Math.min(size, Number.isNaN(announced) ? limit : announced))
      }
      body.memory.set(chunk, body.length)
      body.length = length
    }
    payload.on('data', append).on('end', whole).on('error', broken)
  })

  function grow(body: Body, size: number): void {
    const memory = Buffer.allocUnsafeSlow(size)
    memory.set(body.memory.subarray(0, body.length))
    held += size - body.memory.length
    body.memory = memory
    while (held > most && dropOne());
  }

  /** Drops one incomplete body. Returns false if there is none. */
  function dropOne(): boolean {
    const heldBy = new Map<string, number>()
    for (const { whole, network, memory } of bodies.values()) {
      if (!whole) heldBy.set(network, (heldBy.get(network) ?? 0) + memory.length)
    }
    const mostHeld = Math.max(...heldBy.values())
    for (const [request, { whole, network }] of bodies) {
      if (whole || heldBy.get(network) !== mostHeld) continue
      forget(request)
      request.destroy()
      warnCut()
      return true
    }
    return false
  }

  function forget(request: IncomingMessage): void {
    const body = bodies.get(request)
    if (!body) return
    bodies.delete(request)
    held -= body.memory.length
  }
}
