import type { Db } from '../db/database.ts'
import type { OperationContext } from '../operation.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { findInviter } from './audit-store.ts'
import { findLink, linkExpired, type LinkPurpose, type SignInLink } from './sign-in-link.ts'
import type { User } from './user.ts'
import { findUser } from './user-store.ts'

/** A mailed link, as the page that it opens shows it. */
export interface OpenedLink {
  purpose: LinkPurpose
  /** The address that the link was mailed to. Null for a set-up link, which belongs to nobody yet. */
  email: string | null
  company: string | null
  /** The name or e-mail of the user who invited. Null for other links, and if a program or a command invited. */
  invitedBy: string | null
}

/**
 * Returns what a link is for, and leaves it as it is. Throws `forbidden` if it no longer works. Whoever has the
 * token could sign in with it, so this tells them nothing new.
 */
export async function openLink(
  ctx: Pick<OperationContext, 'db' | 'now'>,
  token: string,
): Promise<OpenedLink> {
  const now = ctx.now()
  const found = await findLink(ctx.db, token, now)
  if (found?.purpose === 'set-up') return { purpose: 'set-up', email: null, company: null, invitedBy: null }
  const { link, user } = await withUser(ctx.db, found)
  const { company } = await getPublisher(ctx.db, user.publisherId)
  const invitedBy = link.purpose === 'invitation' ? await inviterOf(ctx.db, user) : null
  return { purpose: link.purpose, email: user.email, company, invitedBy }
}

/** Finds the link of a token, and its user. Throws `forbidden` if one of them is not there, or is switched off. */
export async function getLinkOfUser(
  db: Db,
  token: string,
  now: number,
): Promise<{ link: SignInLink; user: User }> {
  return withUser(db, await findLink(db, token, now))
}

async function withUser(db: Db, link: SignInLink | undefined) {
  const user = link?.userId ? await findUser(db, link.publisherId, link.userId) : undefined
  if (!link || !user || user.disabled) throw linkExpired()
  return { link, user }
}

async function inviterOf(db: Db, invited: User): Promise<string | null> {
  const actor = await findInviter(db, invited.publisherId, invited.id)
  if (actor?.kind !== 'user') return null
  const inviter = await findUser(db, actor.publisherId, actor.id)
  return inviter?.name || actor.name
}
