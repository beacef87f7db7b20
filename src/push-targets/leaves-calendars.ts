import type { AppContext } from '../context.ts'
import { type AccessContext, accessOf } from './access.ts'
import type { Grant } from './grant.ts'
import type { PushPace } from './pace.ts'
import { type Consent, ProviderError } from './provider.ts'
import { listTargetsOf } from './target-store.ts'

/** People consent rarely: these few requests wait for nobody. */
const AT_ONCE: PushPace = { wait: () => Promise.resolve(), rest: () => Promise.resolve() }

/**
 * True if calendars of an earlier consent, which is alive, are out of reach for a new one: it is of another account, or
 * was given to another client. They have to be deleted by the earlier one. Google does not tell whose consent it is, so
 * both are asked for a calendar. Throws ProviderError.
 */
export async function leavesCalendars(
  ctx: AccessContext & Pick<AppContext, 'providers'>,
  earlier: Grant,
  { account, clientId, tokens }: Consent,
): Promise<boolean> {
  const { provider } = (await ctx.providers.ofGrant(earlier)) ?? {}
  if (!provider || earlier.disconnectedAt !== null) return false
  const targets = await listTargetsOf(ctx.db, earlier.publisherId, earlier.id)
  const target = targets.find(({ remoteCalendarId }) => remoteCalendarId !== null)
  if (!target?.remoteCalendarId) return false
  if (earlier.clientId !== (clientId ?? null)) return true
  if (account !== undefined && earlier.account !== null) return account !== earlier.account
  const access = accessOf(ctx, provider, earlier, target, AT_ONCE)
  const other = { ...access, token: () => Promise.resolve(tokens.access) }
  if (await provider.findCalendar(other, target.remoteCalendarId)) return false
  try {
    // Neither account has it: somebody deleted it.
    return (await provider.findCalendar(access, target.remoteCalendarId)) !== undefined
  } catch (error) {
    if (error instanceof ProviderError && error.fault === 'revoked') return false
    throw error
  }
}
