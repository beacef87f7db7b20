import type { FastifyReply } from 'fastify'

/** Returns a signal that fires when the client disconnects, or when the response is sent. */
export function clientLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (raw.closed) left.abort()
  else raw.once('close', () => left.abort())
  return left.signal
}
