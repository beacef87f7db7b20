import { hash } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { manageUrl } from '../links/links.ts'
import type { MailResult } from '../mail/mailer.ts'
import { countAlertMail } from '../metrics/meters.ts'
import { brandOf } from '../publishers/publisher.ts'
import { getCurrentLink } from '../subscribers/link-store.ts'
import { alertMail } from './alert-mail.ts'
import type { NewsItem } from './person-news.ts'
import { noteMailRefused, noteMailTaken } from './switch-alerts.ts'
import { type Heard, markTold, messagesOf, type Turn } from './turn.ts'

type MailContext = Pick<AppContext, 'db' | 'now' | 'config' | 'links' | 'mailer' | 'meters'>

/**
 * Mails what a person has to be told. Each mail is stored as soon as the server has taken it. `isAway`: the server took
 * no mails a moment ago, and is not asked.
 */
export async function tellByMail(ctx: MailContext, turn: Turn, isAway: boolean): Promise<Heard> {
  const { alert, person } = turn
  if (!alert.terms.channels.includes('mail') || !person.mayMail) return 'off'
  const messages = messagesOf(turn, 'mail', ctx.now())
  if (typeof messages === 'string') return messages
  if (isAway) return 'away'
  for (const news of messages) {
    const result = await send(ctx, turn, news)
    countAlertMail(ctx.meters, result)
    if (result === 'refused') await noteMailRefused(ctx.db, alert.publisherId, person.id)
    if (result !== 'sent') return result
    await noteMailTaken(ctx.db, alert.publisherId, person.id)
    if (!(await markTold(ctx, turn, 'mail', news))) break
  }
  return 'told'
}

async function send(
  ctx: MailContext,
  { alert, publisher, person, language }: Turn,
  news: NewsItem[],
): Promise<MailResult> {
  const { publicUrl } = ctx.config.http
  const owner = { publisherId: alert.publisherId, id: person.id }
  const { number } = await getCurrentLink(ctx.db, owner.publisherId, owner.id)
  const links = {
    portal: manageUrl(publicUrl, ctx.links.token('manage', { ...owner, number })),
    off: `${publicUrl}/alerts/${ctx.links.token('alerts', { ...owner, number: 0 })}`,
  }
  const mail = alertMail(person.email, brandOf(publisher), news, links, language, ctx.now())
  // The same at a second attempt, so that a mail that was taken without an answer is recognised. Short, since some
  // programs lose an id that does not fit into the first line of its header.
  const told = news.map(({ key, revision }) => `${key} ${revision}`)
  const id = hash('sha256', [alert.id, person.id, ...told].join()).slice(0, 24)
  const host = ctx.config.mail.from.address.split('@')[1]
  return ctx.mailer.deliver({ ...mail, messageId: `<${id}@${host}>` })
}
