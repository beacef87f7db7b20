import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** A challenge, and the solution of it. */
interface Solved {
  challenge: Challenge
  solution: Parameters<typeof verifySolution>[0]['solution']
}

/** How much work a challenge is: at most `rounds` keys, each of `cost` iterations of PBKDF2. */
export interface Work {
  cost: number
  rounds: number
}

/** Small work for browsers, which costs people a moment, and robots the more the more they ask for. */
export interface Challenges {
  make(publisherId: number): Promise<Challenge>
  /**
   * Returns the nonce of a solved challenge of this publisher, or undefined if the proof is wrong or too late.
   * The caller has to see that the nonce was not used before.
   */
  read(publisherId: number, proof: string): Promise<string | undefined>
}

/** Solutions are remembered for 15 minutes, so a challenge may not last longer. */
const LASTS_MS = 600_000

/**
 * Challenges in the format of ALTCHA. They are stored nowhere: what has to be true of a solution is in the
 * challenge, signed with `secret`. The work has a lower and an upper bound, so nobody is unlucky.
 */
export function createChallenges(secret: string, { cost, rounds }: Work, now: () => number): Challenges {
  const keys = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} solution` }
  return {
    make: (publisherId) =>
      createChallenge({
        ...keys,
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(Math.ceil(rounds / 2), rounds),
        deriveKey,
        // The library compares its own expiry with the clock of the machine.
        data: { publisher: publisherId, until: now() + LASTS_MS },
      }),
    async read(publisherId, proof) {
      const solved = readProof(proof)
      if (!solved) return undefined
      const { verified } = await verifySolution({ ...keys, ...solved, deriveKey })
      const { data, nonce } = solved.challenge.parameters
      const good = verified && data?.publisher === publisherId && Number(data.until) > now()
      return good ? nonce : undefined
    },
  }
}

/** Parses base64 of the JSON of `challenge` and `solution`. Nothing in it is verified yet. */
function readProof(proof: string): Solved | undefined {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString()) as Partial<Solved>
    const { parameters, signature } = challenge ?? {}
    if (typeof parameters !== 'object' || parameters === null || typeof signature !== 'string')
      return undefined
    return typeof solution === 'object' && solution !== null ? { challenge: challenge!, solution } : undefined
  } catch {
    return undefined
  }
}
