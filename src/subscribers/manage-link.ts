import type { AppContext } from '../context.ts'
import { manageUrl } from '../feeds/render-event.ts'
import type { Mail } from '../mail/mail.ts'
import { linkMail } from '../mail/messages.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { countRequest } from '../publishers/request-window.ts'
import type { Language } from '../words/index.ts'
import { linkGeneration, type Subscriber } from './subscriber.ts'
import { findSubscriberByEmail } from './subscriber-store.ts'

/** So many mails with its link one subscriber gets in an hour, whoever asks for them. */
const MAILS = { requests: 3, lengthMs: 3_600_000 }

/** The address of a subscriber's portal as it is now. */
export function manageLink(ctx: AppContext, subscriber: Subscriber): string {
  const { publisherId, id } = subscriber
  const token = ctx.links.token('manage', { publisherId, id, number: linkGeneration(subscriber) })
  return manageUrl(ctx.config.http.publicUrl, token)
}

/**
 * The mail that brings a lost link to its subscriber; undefined when there is none of that address, or it got
 * enough of them. Only who is a subscriber is counted: an unknown address leaves no trace.
 */
export async function lostLinkMail(
  ctx: AppContext,
  publisher: Publisher,
  email: string,
  language: Language,
): Promise<Mail | undefined> {
  const subscriber = await findSubscriberByEmail(ctx.db, publisher.id, email)
  if (!subscriber?.active) return undefined
  const name = `link mail ${subscriber.id}`
  const { allowed } = await countRequest(ctx.database.limits, publisher.id, name, MAILS, ctx.now())
  if (!allowed) return undefined
  return linkMail(subscriber.email, publisher.company, manageLink(ctx, subscriber), language)
}
