import type { Db } from '../db/database.ts'
import type { SignInLinkTable } from '../db/tables/user.ts'
import { AppError } from '../errors.ts'
import { newToken, publisherOfToken, tokenHash } from './token.ts'

export type LinkPurpose = SignInLinkTable['purpose']

/** A stored one-time link. */
export interface SignInLink {
  publisherId: number
  tokenHash: string
  purpose: LinkPurpose
  userId: string | null
}

const A_DAY = 86_400_000

/** Lifetime of a link by purpose. */
const LASTS_MS: Record<LinkPurpose, number> = {
  'set-up': 7 * A_DAY,
  invitation: 7 * A_DAY,
  'sign-in': 15 * 60_000,
  reset: 60 * 60_000,
}

/** Stores a new link. Returns its token. */
export async function insertLink(
  tx: Db,
  purpose: LinkPurpose,
  owner: { publisherId: number; userId: string | null },
  now: number,
): Promise<string> {
  const token = newToken(owner.publisherId)
  await tx
    .insertInto('sign_in_link')
    .values({
      publisher_id: owner.publisherId,
      token_hash: tokenHash(token),
      purpose,
      user_id: owner.userId,
      expires: now + LASTS_MS[purpose],
    })
    .execute()
  return token
}

/** Finds the unexpired link of a token. */
export async function findLink(db: Db, token: string, now: number): Promise<SignInLink | undefined> {
  const publisherId = publisherOfToken(token)
  if (publisherId === undefined) return undefined
  const row = await db
    .selectFrom('sign_in_link')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('token_hash', '=', tokenHash(token))
    .where('expires', '>', now)
    .executeTakeFirst()
  return row && { publisherId, tokenHash: row.token_hash, purpose: row.purpose, userId: row.user_id }
}

/** The same for links that were used, are too old, were replaced, or never existed: only their hash was kept. */
export function linkExpired(): AppError {
  return new AppError('forbidden', 'This link was used or is too old. Ask for a new one.', {
    kind: 'link_over',
  })
}

/** Uses up a link. Returns false if it was used in the meantime. */
export async function takeLink(tx: Db, link: SignInLink): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_link')
    .where('publisher_id', '=', link.publisherId)
    .where('token_hash', '=', link.tokenHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the links of a user: all, or those of one purpose. */
export async function deleteLinksOf(
  tx: Db,
  publisherId: number,
  userId: string,
  purpose?: LinkPurpose,
): Promise<void> {
  const links = tx
    .deleteFrom('sign_in_link')
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
  await (purpose ? links.where('purpose', '=', purpose) : links).execute()
}

/**
 * Returns the URL of the page for a link. The token is in the fragment, which browsers send neither to
 * servers nor in referrers.
 */
export function linkUrl(publicUrl: string, purpose: LinkPurpose, token: string): string {
  return `${publicUrl}/admin/${purpose}#${token}`
}
