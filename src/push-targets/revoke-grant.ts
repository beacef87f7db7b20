import type { Db } from '../db/database.ts'
import type { Grant } from './grant.ts'
import { isAccountShared, listOtherAccounts } from './grant-store.ts'
import { type Provider, ProviderError } from './provider.ts'

/**
 * Revokes a consent at its provider, unless another one of the same account is in use: that would end with it. The last
 * of them revokes. Google tells the account with the first calendar. Until then a newer consent of the same owner may be
 * of the same account. Throws ProviderError; `busy` while the account of such a consent is unknown.
 */
export async function revokeGrant(db: Db, provider: Provider, grant: Grant): Promise<void> {
  if (grant.disconnectedAt !== null) return
  const others = await listOtherAccounts(db, grant)
  // Our own account will never be known, since there is no calendar: the end of the other consent revokes both.
  if (grant.account === null && others.length > 0) return
  if (others.includes(null))
    throw new ProviderError('busy', 'The account of the new consent is not known yet')
  if (await isAccountShared(db, grant)) return
  await provider.revoke(grant.tokens.refresh)
}
