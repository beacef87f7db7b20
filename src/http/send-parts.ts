import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { pause } from '../pause.ts'

/**
 * Streams a text that is generated in parts. The next part is generated once the client has received most of
 * the previous ones, with pauses for other requests; generation stops when the client disconnects. The first
 * part is generated before the response starts, so that an error until then is sent as a normal refusal. A
 * later error resets the connection: a truncated body must not look complete.
 */
export async function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string>,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const iterator = parts[Symbol.asyncIterator]()
  if (reply.request.method === 'HEAD') return reply.headers(headers).send(Readable.from([]))
  const first = await iterator.next()
  const body = Readable.from(withPauses(iterator, first), { objectMode: false })
  // In HTTP/1.0, which some proxies speak, the end of the connection ends the body. Only a reset marks it as
  // incomplete.
  body.once('error', () => reply.raw.socket?.resetAndDestroy())
  return reply.headers(headers).send(body)
}

async function* withPauses(iterator: AsyncIterator<string>, first: IteratorResult<string>) {
  try {
    for (let part = first; !part.done; part = await iterator.next()) {
      yield part.value
      await pause()
    }
  } finally {
    await iterator.return?.()
  }
}
