import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isOver, type Session } from '../../users/session.ts'
import { findSession } from '../../users/session-store.ts'
import { publisherOfToken, tokenHash } from '../../users/token.ts'
import type { User } from '../../users/user.ts'
import { findUser } from '../../users/user-store.ts'
import { sessionTokenOf } from './cookies.ts'

/** Returns the session that a request was sent in, and its user; undefined if nobody is signed in. */
export async function signedInUser(
  ctx: AppContext,
  req: FastifyRequest,
): Promise<{ session: Session; user: User; token: string } | undefined> {
  const token = sessionTokenOf(req, ctx.config.http.publicUrl)
  const publisherId = publisherOfToken(token)
  if (publisherId === undefined) return undefined
  const session = await findSession(ctx.db, publisherId, tokenHash(token))
  if (!session || isOver(session, ctx.now())) return undefined
  const user = await findUser(ctx.db, session.publisherId, session.userId)
  return user && !user.disabled ? { session, user, token } : undefined
}
