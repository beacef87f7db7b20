import type { AppContext } from '../context.ts'
import type { Mail } from '../mail/mail.ts'
import { reconnectMail } from '../mail/messages.ts'
import { brandOf } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { freshLink } from '../subscribers/manage-link.ts'
import { findLanguage, findSubscriber } from '../subscribers/subscriber-store.ts'
import { listUsers } from '../users/user-store.ts'
import { languageFrom } from '../words/index.ts'
import type { Grant } from './grant.ts'

type MailContext = Pick<AppContext, 'db' | 'config' | 'log' | 'mailer' | 'links' | 'now' | 'providers'>

/** Why another consent is asked for. `replaced`: the publisher has another client. */
export type ReconnectReason = 'over' | 'replaced'

/**
 * Queues a mail with the way to another consent: to the subscriber, or to each active owner. Without
 * credentials of the provider there is no way.
 */
export function mailReconnect(ctx: MailContext, grant: Grant, reason: ReconnectReason): void {
  const post = async () => {
    if (!(await ctx.providers.of(grant.publisherId))[grant.provider]) return
    for (const mail of await (grant.link
      ? mailsToPerson(ctx, grant, grant.link, reason)
      : mailsToOwners(ctx, grant, reason)))
      ctx.mailer.post(() => Promise.resolve(mail))
  }
  post().catch((error: unknown) =>
    ctx.log.warn({ err: error, grant: grant.id }, 'a mail about a lost consent was not sent'),
  )
}

async function mailsToPerson(
  ctx: MailContext,
  { publisherId, provider }: Grant,
  { subscriberId: id, number }: NonNullable<Grant['link']>,
  reason: ReconnectReason,
): Promise<Mail[]> {
  const subscriber = await findSubscriber(ctx.db, publisherId, id)
  if (!subscriber?.active) return []
  const brand = brandOf(await getPublisher(ctx.db, publisherId))
  const link = freshLink(ctx, { publisherId, id, number })
  const language = languageFrom((await findLanguage(ctx.db, publisherId, id)) ?? '')
  return [reconnectMail('person', reason, provider, subscriber.email, brand, link, language)]
}

async function mailsToOwners(
  ctx: MailContext,
  { publisherId, provider }: Grant,
  reason: ReconnectReason,
): Promise<Mail[]> {
  const brand = brandOf(await getPublisher(ctx.db, publisherId))
  const link = `${ctx.config.http.publicUrl}/admin/${provider}`
  const users = await listUsers(ctx.db, publisherId)
  return users
    .filter(({ role, disabled }) => role === 'owner' && !disabled)
    .map(({ email, language }) => reconnectMail('owner', reason, provider, email, brand, link, language))
}
