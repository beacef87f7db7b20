import type { AppContext } from '../context.ts'
import { countRequest } from '../limits/request-window.ts'
import type { Mail } from '../mail/mail.ts'
import { accountMail } from '../mail/messages.ts'
import { brandOf } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { insertLink, linkUrl } from './sign-in-link.ts'
import { findUserByEmail } from './user-store.ts'

/** Mails of each purpose to one user, whoever requests them. */
const MAILS = { requests: 3, lengthMs: 3_600_000 }

/**
 * Creates a link and its mail. Returns undefined if no active user has the address, or too many mails were
 * sent.
 */
export async function mailedLink(
  ctx: AppContext,
  email: string,
  purpose: 'sign-in' | 'reset',
): Promise<Mail | undefined> {
  const user = await findUserByEmail(ctx.db, email)
  if (!user || user.disabled) return undefined
  const { publisherId, id } = user
  const { limits } = ctx.database
  const { allowed } = await countRequest(limits, publisherId, `${purpose} mail ${id}`, MAILS, ctx.now())
  if (!allowed) return undefined
  const publisher = await getPublisher(ctx.db, publisherId)
  const token = await insertLink(ctx.db, purpose, { publisherId, userId: id }, ctx.now())
  return accountMail(
    purpose,
    user.email,
    brandOf(publisher),
    linkUrl(ctx.config.http.publicUrl, purpose, token),
    user.language,
  )
}
