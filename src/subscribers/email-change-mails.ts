import type { AppContext } from '../context.ts'
import { emailUrl } from '../links/links.ts'
import type { Mail } from '../mail/mail.ts'
import { emailChangedMail, newEmailMail, takenEmailMail } from '../mail/messages.ts'
import { brandOf, type Publisher } from '../publishers/publisher.ts'
import { languageFrom } from '../words/index.ts'
import type { ChangedEmail } from './change-email.ts'
import type { EmailChange } from './email-change-store.ts'
import { getCurrentLink } from './link-store.ts'
import { freshLink, manageLink, mayMail } from './manage-link.ts'
import { ensureLink } from './rotate-links.ts'
import type { Subscriber } from './subscriber.ts'
import { findSubscriberByEmail } from './subscriber-store.ts'

/**
 * Returns the mail to an address that was asked for. If it is another subscriber's, the mail opens that one's portal,
 * or says there that the subscription has ended. Returns undefined if the address got too many mails.
 */
export async function askedEmailMail(
  ctx: AppContext,
  publisher: Publisher,
  { id, subscriberId, email, language }: EmailChange,
): Promise<Mail | undefined> {
  if (!(await mayMail(ctx, publisher.id, email))) return undefined
  const other = await findSubscriberByEmail(ctx.db, publisher.id, email)
  if (other && other.id !== subscriberId) {
    const link = await portalOf(ctx, other)
    return takenEmailMail(other.email, brandOf(publisher), link, languageFrom(language))
  }
  const token = ctx.links.token('email', { publisherId: publisher.id, id, number: 0 })
  const link = emailUrl(ctx.config.http.publicUrl, token)
  return newEmailMail(email, brandOf(publisher), link, languageFrom(language))
}

/** Returns the mail to the address before, whatever else it got: it must hear of the change. */
export function previousEmailMail(
  publisher: Publisher,
  { change, previousEmail }: ChangedEmail,
): Mail | undefined {
  if (previousEmail === undefined) return undefined
  return emailChangedMail(previousEmail, brandOf(publisher), publisher.email, languageFrom(change.language))
}

async function portalOf(ctx: AppContext, { publisherId, id, active }: Subscriber): Promise<string> {
  if (active) return freshLink(ctx, await ensureLink(ctx, publisherId, id))
  const { number } = await getCurrentLink(ctx.db, publisherId, id)
  return manageLink(ctx, { publisherId, id, number })
}
