import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { countedWarning } from './counted-warning.ts'
import { LargeBody } from './large-body.ts'
import { networkOf } from './network-of.ts'

/** Octets of memory for bodies whose requests are not answered yet. */
const MOST_BYTES = 64_000_000
/** What a body gets at first. Whatever length it announces, it gets more only when it has filled that. */
const FIRST_BYTES = 512

/** A body on its way. */
interface Body {
  /** The address it comes from, as it is counted. */
  network: string
  memory: Buffer
  length: number
  whole: boolean
}

/**
 * Reads bodies as octets, whatever their type. A body takes the memory of its octets and not of the pieces it comes
 * in, which can be of one octet each. Together they are bounded: beyond, bodies are cut off that are not there whole,
 * first those of the address that holds the most memory with such bodies, and of these the oldest.
 */
export function readBodies(app: FastifyInstance, log: Logger, most = MOST_BYTES): void {
  /** Oldest first. */
  const bodies = new Map<IncomingMessage, Body>()
  let held = 0
  const tellCut = countedWarning((cut) =>
    log.warn(
      { cut },
      'too many requests send their bodies at once, those of the addresses that hold most were cut off',
    ),
  )

  app.addHook('preParsing', (req, reply, _payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = req.headers
    if (length !== '0' || encoding) reply.raw.once('close', () => forget(req.raw))
    // No body is read by its type, so one that is malformed, empty or doubled is no reason to refuse it.
    delete req.raw.headers['content-type']
    done()
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (req, payload, done) => {
    const limit = req.routeOptions.bodyLimit
    const announced = Number(req.headers['content-length'] ?? NaN)
    // The signature of a signed request is made over its body, and comes before its size.
    const tooLarge = (begun: Buffer[]) =>
      req.apiKey
        ? done(null, new LargeBody(begun, req.raw))
        : done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), undefined)
    if (announced > limit) return tooLarge([])
    const body: Body = { network: networkOf(req.ip), memory: Buffer.alloc(0), length: 0, whole: false }
    bodies.set(req.raw, body)
    const stop = () => payload.off('data', take).off('end', whole).off('error', broken)
    const end = (error: Error | null) => {
      stop()
      done(error, body.memory.subarray(0, body.length))
    }
    const whole = () => {
      body.whole = true
      end(null)
    }
    // The client has gone.
    const broken = (error: Error) => end(Object.assign(error, { statusCode: 400 }))
    const take = (piece: Buffer) => {
      if (!bodies.has(req.raw)) return // cut off; what it still brings is not kept
      const length = body.length + piece.length
      if (length > limit) {
        stop().pause()
        return tooLarge([body.memory.subarray(0, body.length), piece])
      }
      if (length > body.memory.length) {
        const size = Math.max(length, 2 * body.memory.length, FIRST_BYTES)
        grow(body, Math.min(size, Number.isNaN(announced) ? limit : announced))
      }
      body.memory.set(piece, body.length)
      body.length = length
    }
    payload.on('data', take).on('end', whole).on('error', broken)
  })

  function grow(body: Body, size: number): void {
    const memory = Buffer.allocUnsafeSlow(size)
    memory.set(body.memory.subarray(0, body.length))
    held += size - body.memory.length
    body.memory = memory
    while (held > most && cutOne());
  }

  /** Cuts one body off that is not there whole; false: there is none. */
  function cutOne(): boolean {
    const heldBy = new Map<string, number>()
    for (const { whole, network, memory } of bodies.values()) {
      if (!whole) heldBy.set(network, (heldBy.get(network) ?? 0) + memory.length)
    }
    const mostHeld = Math.max(...heldBy.values())
    for (const [request, { whole, network }] of bodies) {
      if (whole || heldBy.get(network) !== mostHeld) continue
      forget(request)
      request.destroy()
      tellCut()
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
