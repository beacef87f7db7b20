import type { Db } from '../db/database.ts'
import type { Grant } from './grant.ts'
import { isAccountShared, mayShareAccount } from './grant-store.ts'
import { type Provider, ProviderError } from './provider.ts'

/**
 * Revokes a consent at its provider, unless another one of the same account is in use: that would end with it. The last
 * of them revokes. Throws ProviderError; `busy` while the account of a newer consent of the same owner is unknown.
 */
export async function revokeGrant(db: Db, provider: Provider, grant: Grant): Promise<void> {
  if (grant.disconnectedAt !== null) return
  if (await mayShareAccount(db, grant))
    throw new ProviderError('busy', 'The account of the new consent is not known yet')
  if (await isAccountShared(db, grant)) return
  await provider.revoke(grant.tokens.refresh)
}
