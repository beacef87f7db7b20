import type { Db } from '../db/database.ts'
import type { Grant } from './grant.ts'
import { isAccountShared } from './grant-store.ts'
import type { Provider } from './provider.ts'

/**
 * Revokes a consent at its provider, unless another one of the same account is in use: that would end with it. The last
 * of them revokes. Throws ProviderError.
 */
export async function revokeGrant(db: Db, provider: Provider, grant: Grant): Promise<void> {
  if (grant.disconnectedAt !== null || (await isAccountShared(db, grant))) return
  await provider.revoke(grant.tokens.refresh)
}
