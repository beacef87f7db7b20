import type { AppContext } from '../context.ts'
import type { Grant } from './grant.ts'
import { storeTokens } from './grant-store.ts'
import { itemsOf } from './item-store.ts'
import type { PushPace } from './pace.ts'
import type { Access, Provider } from './provider.ts'
import type { ClaimedTarget, Target } from './target.ts'

/** A token that rests for so long is renewed: Google forgets consents after six months, Microsoft after 90 days. */
const REST_MS = 28 * 86_400_000

/** A claimed target, its grant, and the way to its calendar. */
export interface OpenTarget {
  target: ClaimedTarget
  grant: Grant
  provider: Provider
  access: Access
}

export type AccessContext = Pick<AppContext, 'db' | 'now'>

/** Returns the rights of a grant, for the work on a target of it. `grant` is changed in place with new tokens. */
export function accessOf(
  ctx: AccessContext,
  provider: Provider,
  grant: Grant,
  target: Target,
  pace: PushPace,
): Access & { keepAlive(): Promise<void> } {
  const { publisherId, id: grantId, kind } = grant
  // Several consents of an account share its quota.
  const turnOf = () => ({ publisherId, account: grant.account ?? grantId, mirror: kind === 'mirror' })

  async function renew(): Promise<void> {
    grant.tokens = await provider.refresh(grant.tokens.refresh)
    grant.lastOkAt = ctx.now()
    await storeTokens(ctx.db, grant)
  }

  return {
    async token(refused = false) {
      if (refused || grant.tokens.accessExpiresAt <= ctx.now()) await renew()
      return grant.tokens.access
    },
    pay: (requests) => pace.wait(turnOf(), requests),
    rest: (ms) => pace.rest(turnOf(), ms),
    account: grant.account ?? grantId,
    items: itemsOf(ctx.db, target),
    async keepAlive() {
      if (ctx.now() - (grant.lastOkAt ?? grant.created) > REST_MS) await renew()
    },
  }
}
