import { type AccessContext, accessOf } from './access.ts'
import type { Grant } from './grant.ts'
import type { PushPace } from './pace.ts'
import { type Consent, type Provider, ProviderError } from './provider.ts'
import { listTargetsOf } from './target-store.ts'

/** People consent rarely: these few requests wait for nobody. */
const AT_ONCE: PushPace = { wait: () => Promise.resolve(), rest: () => Promise.resolve() }

/**
 * True if a consent is of another account than the earlier one, which is alive and has calendars of ours: they have to be
 * deleted there. Google does not tell whose consent it is, so both are asked for a calendar. Throws ProviderError.
 */
export async function isOtherAccount(
  ctx: AccessContext,
  provider: Provider,
  earlier: Grant,
  { account, tokens }: Consent,
): Promise<boolean> {
  if (earlier.disconnectedAt !== null) return false
  if (account !== undefined && earlier.account !== null) return account !== earlier.account
  const targets = await listTargetsOf(ctx.db, earlier.publisherId, earlier.id)
  const target = targets.find(({ remoteCalendarId }) => remoteCalendarId !== null)
  if (!target?.remoteCalendarId) return false
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
