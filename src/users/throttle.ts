import { hash } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { countRequest, type Limit } from '../publishers/request-window.ts'

const A_MINUTE = 60_000

/** Who goes on meets the next limit: the wait grows from a minute to an hour. */
const FROM_ONE_ADDRESS: Limit[] = [
  { requests: 20, lengthMs: A_MINUTE },
  { requests: 60, lengthMs: 15 * A_MINUTE },
  { requests: 120, lengthMs: 60 * A_MINUTE },
]
const FOR_ONE_PERSON: Limit[] = [
  { requests: 5, lengthMs: A_MINUTE },
  { requests: 15, lengthMs: 15 * A_MINUTE },
  { requests: 30, lengthMs: 60 * A_MINUTE },
]

/** Counts belong to no publisher: nobody is signed in yet. */
const NO_PUBLISHER = 0

/** The origin of an attempt to sign in. */
export interface Caller {
  /** The address, as it is counted. */
  network: string
  /** The name of the browser, if the person has signed in with it before. */
  device?: string | undefined
}

/**
 * Counts an attempt of a caller, whatever it tries. A browser that has been the person before has a count of its own:
 * a flood from the same address does not keep people out of their own browser.
 */
export async function requireCallerTurn(ctx: AppContext, { network, device }: Caller): Promise<void> {
  if (device !== undefined) return requireTurn(ctx, `sign-in on ${device}`, FOR_ONE_PERSON)
  await requireTurn(ctx, `sign-in from ${network}`, FROM_ONE_ADDRESS)
}

/** Counts an attempt to be one person, known or not. */
export async function requirePersonTurn(ctx: AppContext, who: string): Promise<void> {
  await requireTurn(ctx, `sign-in as ${hash('sha256', who).slice(0, 32)}`, FOR_ONE_PERSON)
}

/** Counts a sign-in by password. Guesses of strangers at a person do not count for the person's own browser either. */
export async function requireSignInTurn(ctx: AppContext, caller: Caller, who: string): Promise<void> {
  await requireCallerTurn(ctx, caller)
  if (caller.device === undefined) await requirePersonTurn(ctx, who)
}

async function requireTurn(ctx: AppContext, name: string, limits: Limit[]): Promise<void> {
  let wait = 0
  for (const limit of limits) {
    const minutes = limit.lengthMs / A_MINUTE
    const counted = `${name} ${minutes}m`
    const { allowed, resetMs } = await countRequest(
      ctx.database.limits,
      NO_PUBLISHER,
      counted,
      limit,
      ctx.now(),
    )
    if (!allowed) wait = Math.max(wait, resetMs)
  }
  if (wait === 0) return
  throw new AppError('too_many', 'That was tried too often. Wait, then try again.', {
    retryAfter: wait / 1000,
  })
}
