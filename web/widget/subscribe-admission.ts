import type { SubscriberLinks } from '../../src/http/widget/answers.ts'
import type { Answer } from '../shared/api.ts'

/** A challenge may expire while a slow device solves it. */
const MAX_TRIES = 5

/** The properties of the request that are not in the form. */
export interface Extras {
  proof?: string
  ticket?: string
}

/**
 * Sends a request to subscribe, and solves the challenge that the service asks of a crowd. A ticket that is
 * refused, because the person took too long, is left out: the address is then confirmed by mail.
 */
export async function sendAdmitted(
  send: (extras: Extras) => Promise<Answer<SubscriberLinks>>,
  ticket: string | undefined,
): Promise<Answer<SubscriberLinks>> {
  let extras: Extras = ticket === undefined ? {} : { ticket }
  for (let tries = 1; ; tries++) {
    const answer = await send(extras)
    if (answer.ok || tries === MAX_TRIES) return answer
    const { problem } = answer
    if (problem.kind === 'gone' && extras.ticket !== undefined) extras = {}
    else if (problem.kind !== 'too-many' || !problem.challenge) return answer
    else {
      // Most people never need the solver.
      const solver = await import('../shared/solve.ts').catch(() => undefined)
      if (!solver) return answer
      extras = { ...extras, proof: await solver.solve(problem.challenge) }
    }
  }
}
