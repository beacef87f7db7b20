import type { FastifyReply } from 'fastify'

/** Calls `work` when the response is sent or the client disconnects. */
export function onceAnswered({ raw }: FastifyReply, work: () => void): void {
  if (raw.closed) work()
  else raw.once('close', work)
}
