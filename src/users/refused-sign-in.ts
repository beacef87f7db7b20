import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { countRequest, type Limit } from '../publishers/request-window.ts'
import { audit } from './audit.ts'
import type { Arrival, Refused } from './start-session.ts'
import type { User } from './user.ts'

/** So many of a person stand in the log; more of the same tell nothing new, and would fill it. */
const NOTED: Limit = { requests: 10, lengthMs: 3_600_000 }

/** Notes in the log of changes that somebody tried to be a person, and was refused. */
export async function noteRefusedSignIn(
  ctx: AppContext,
  user: User,
  reason: Refused,
  { requestId, userAgent }: Arrival,
): Promise<void> {
  const { publisherId, id } = user
  const at = ctx.now()
  const name = `refused sign-in ${id}`
  if (!(await countRequest(ctx.database.limits, publisherId, name, NOTED, at)).allowed) return
  const actor = { publisherId, kind: 'system', id: 'sign-in', name: 'Somebody', homeId: publisherId } as const
  await transact(ctx.db, (tx) =>
    audit(tx, { ...actor, requestId, at }, 'session.refuse', { kind: 'person', id }, null, {
      reason,
      userAgent,
    }),
  )
}
