import type { FastifyReply } from 'fastify'

/** Does it when the answer is out, or at once where the client did not wait for one. */
export function onceAnswered({ raw }: FastifyReply, work: () => void): void {
  if (raw.closed) work()
  else raw.once('close', work)
}
