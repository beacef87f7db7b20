import { hash } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { countRequest, type Limit } from '../limits/request-window.ts'

const A_MINUTE = 60_000

/** Repeated attempts reach the next limit: the wait grows from a minute to an hour. */
const FROM_ONE_ADDRESS: Limit[] = [
  { requests: 20, lengthMs: A_MINUTE },
  { requests: 60, lengthMs: 15 * A_MINUTE },
  { requests: 120, lengthMs: 60 * A_MINUTE },
]
const FOR_ONE_USER: Limit[] = [
  { requests: 5, lengthMs: A_MINUTE },
  { requests: 15, lengthMs: 15 * A_MINUTE },
  { requests: 30, lengthMs: 60 * A_MINUTE },
]

/** Attempts are counted before sign-in, so they belong to no publisher. */
const NO_PUBLISHER = 0

/** The origin of an attempt to sign in. */
export interface Caller {
  /** The IP address or network that attempts are counted by. */
  network: string
  /** The id of the browser, if the user has signed in with it before. */
  device?: string | undefined
}

/**
 * Counts an attempt of a caller. A browser that the user has used before has its own count: a flood from
 * the same address does not lock users out of their own browser.
 */
export async function requireCallerTurn(
  ctx: Pick<AppContext, 'database' | 'now'>,
  { network, device }: Caller,
): Promise<void> {
  if (device !== undefined) return requireTurn(ctx, `sign-in on ${device}`, FOR_ONE_USER)
  await requireTurn(ctx, `sign-in from ${network}`, FROM_ONE_ADDRESS)
}

/** Counts a password that no device of a subscriber has. Users at the same address are not held up by it. */
export async function requireDeviceTurn(
  ctx: Pick<AppContext, 'database' | 'now'>,
  network: string,
): Promise<void> {
  await requireTurn(ctx, `device from ${network}`, FROM_ONE_ADDRESS)
}

/** Counts an attempt to sign in as one user, who may not exist. */
export async function requireUserTurn(ctx: Pick<AppContext, 'database' | 'now'>, who: string): Promise<void> {
  await requireTurn(ctx, `sign-in as ${hash('sha256', who).slice(0, 32)}`, FOR_ONE_USER)
}

/** Counts a sign-in with a password. Guesses of strangers don't count against the user's own browser. */
export async function requireSignInTurn(
  ctx: Pick<AppContext, 'database' | 'now'>,
  caller: Caller,
  who: string,
): Promise<void> {
  await requireCallerTurn(ctx, caller)
  if (caller.device === undefined) await requireUserTurn(ctx, who)
}

async function requireTurn(
  ctx: Pick<AppContext, 'database' | 'now'>,
  name: string,
  limits: Limit[],
): Promise<void> {
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
