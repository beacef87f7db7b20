import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/**
 * Sends a text that is made part by part. The next part is made once the client has taken most of the last ones, and
 * others get their turn in between; a client that leaves ends the making. The first part is made before anything is
 * sent, so that a fault until then becomes a plain refusal. A later one cuts the connection: what was sent must not
 * look like the whole.
 */
export async function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string>,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const making = parts[Symbol.asyncIterator]()
  if (reply.request.method === 'HEAD') return reply.headers(headers).send(Readable.from([]))
  const first = await making.next()
  const body = Readable.from(inTurns(making, first), { objectMode: false })
  // HTTP/1.0, which proxies speak, knows a whole body only by the end of the connection: a reset is no such end.
  body.once('error', () => reply.raw.socket?.resetAndDestroy())
  return reply.headers(headers).send(body)
}

async function* inTurns(making: AsyncIterator<string>, first: IteratorResult<string>) {
  try {
    for (let part = first; !part.done; part = await making.next()) {
      yield part.value
      await nextTurn()
    }
  } finally {
    await making.return?.()
  }
}
