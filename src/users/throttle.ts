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

/** Counts an attempt from an address, whatever it tries. */
export async function requireAddressTurn(ctx: AppContext, ip: string): Promise<void> {
  await requireTurn(ctx, `sign-in from ${ip}`, FROM_ONE_ADDRESS)
}

/**
 * Counts an attempt to be one person, known or not. `device`: the browser has been this person before. It is
 * counted apart, so that strangers who guess can't keep people out of their own browser.
 */
export async function requirePersonTurn(ctx: AppContext, who: string, device?: string): Promise<void> {
  const name = device ? `sign-in on ${device}` : `sign-in as ${hash('sha256', who).slice(0, 32)}`
  await requireTurn(ctx, name, FOR_ONE_PERSON)
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
