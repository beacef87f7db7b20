import type { AppContext } from '../context.ts'
import { countRequest, type Limit } from '../limits/request-window.ts'
import { note } from './audit.ts'
import type { Arrival, Refused } from './start-session.ts'
import type { User } from './user.ts'

/** Entries for one user. More of the same add nothing and would fill the log. */
const ENTRIES: Limit = { requests: 10, lengthMs: 3_600_000 }

/** Records a failed sign-in of a user in the audit log. */
export async function noteRefusedSignIn(
  ctx: AppContext,
  user: User,
  reason: Refused,
  { requestId, userAgent }: Arrival,
): Promise<void> {
  const { publisherId, id } = user
  const at = ctx.now()
  const name = `refused sign-in ${id}`
  if (!(await countRequest(ctx.database.limits, publisherId, name, ENTRIES, at)).allowed) return
  const actor = { publisherId, kind: 'system', id: 'sign-in', name: 'Somebody', homeId: publisherId } as const
  const subject = { kind: 'person', id }
  await note(ctx.db, { ...actor, requestId, at }, 'session.refuse', subject, { reason, userAgent })
}
