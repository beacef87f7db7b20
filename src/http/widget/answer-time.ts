import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/**
 * Waits until `ms` milliseconds after the request came. So the time of the response does not tell which work was
 * done, unless it took longer.
 */
export async function answerTime(reply: FastifyReply, ms: number): Promise<void> {
  const left = ms - reply.elapsedTime
  if (left > 0) await sleep(left)
}
