import type { FastifyReply } from 'fastify'

/** Fires when the client leaves before the answer is out, and when the answer is out. */
export function clientLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (raw.closed) left.abort()
  else raw.once('close', () => left.abort())
  return left.signal
}
