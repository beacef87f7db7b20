import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import { countRequest, countRequests } from '../limits/request-window.ts'
import { type CalendarUrls, calendarUrls } from '../links/calendar-urls.ts'
import { confirmUrl, FRESH_MS, freshManageUrl, type LinkTarget, manageUrl } from '../links/links.ts'
import type { Mail } from '../mail/mail.ts'
import { addMail, type Asked, type Chosen, confirmMail, linkMail, welcomeMail } from '../mail/messages.ts'
import { brandOf, type Publisher } from '../publishers/publisher.ts'
import { type Language, languageFrom } from '../words/index.ts'
import { readConfirmation } from './confirm-link.ts'
import { offeredApplication } from './feed-link.ts'
import { ensureLink } from './rotate-links.ts'
import type { Subscribed } from './subscribe.ts'
import type { SubscribeRequest } from './subscribe-request.ts'
import { emailKey } from './subscriber.ts'
import { findSubscriberByEmail } from './subscriber-store.ts'

/** Mails to one address, whoever requests them; and mails about one link. */
export const MAIL_LIMIT = { requests: 3, lengthMs: 3_600_000 }

type LinkContext = Pick<AppContext, 'links' | 'config'>

/** Returns the URL of the portal behind a subscriber's link. */
export function manageLink(ctx: LinkContext, target: LinkTarget): string {
  return manageUrl(ctx.config.http.publicUrl, ctx.links.token('manage', target))
}

/** Returns the URL of the portal with a fresh code. */
export function manageLinkBy(ctx: LinkContext, target: LinkTarget, code: string): string {
  return freshManageUrl(ctx.config.http.publicUrl, ctx.links.token('manage', target), code)
}

/** Returns the URLs of the feed of a subscriber's link. */
export function feedUrls(ctx: LinkContext, target: LinkTarget, publisher: Publisher): CalendarUrls {
  return calendarUrls(ctx.config.http.publicUrl, ctx.links.token('feed', target), publisher.company)
}

/** The count of the mails to an address. Known and unknown addresses are counted alike, by a hash. */
export function mailsToAddress({ links }: LinkContext, publisherId: number, email: string): string {
  return `mail ${links.hashForCounts(publisherId, emailKey(email))}`
}

/** The count of the mails about a link. */
export function mailsAboutLink({ links }: LinkContext, { publisherId, id, number }: LinkTarget): string {
  return `mail ${links.hashForCounts(publisherId, `${id} ${number}`)}`
}

/** Counts a mail to an address; returns false if it may get no more for now. */
export async function mayMail(ctx: AppContext, publisherId: number, email: string): Promise<boolean> {
  return countMail(ctx, publisherId, mailsToAddress(ctx, publisherId, email))
}

async function countMail(ctx: AppContext, publisherId: number, name: string): Promise<boolean> {
  return (await countRequest(ctx.database.limits, publisherId, name, MAIL_LIMIT, ctx.now())).allowed
}

/**
 * Returns the mail with a subscriber's link, which is made if none lives. Returns undefined if no active
 * subscriber has the address, or it got too many mails.
 */
export async function lostLinkMail(
  ctx: AppContext,
  publisher: Publisher,
  email: string,
  language: Language,
): Promise<Mail | undefined> {
  const allowed = await mayMail(ctx, publisher.id, email)
  const subscriber = await findSubscriberByEmail(ctx.db, publisher.id, email)
  if (!allowed || !subscriber?.active) return undefined
  const target = await ensureLink(ctx, publisher.id, subscriber.id)
  return linkMail(subscriber.email, brandOf(publisher), freshLink(ctx, target), language)
}

/**
 * Returns the mail with the portal behind this link, or with its screen that adds the calendar to an application. The
 * caller has counted it.
 */
export function freshLinkMail(
  ctx: AppContext,
  publisher: Publisher,
  email: string,
  target: LinkTarget,
  { language, screen }: { language: Language; screen?: 'add' | undefined },
): Mail {
  const link = freshLink(ctx, target)
  // Browsers keep the fragment when the address leads on to the portal.
  if (screen === 'add') return addMail(email, brandOf(publisher), `${link}#add`, language)
  return linkMail(email, brandOf(publisher), link, language)
}

/**
 * Returns the mail to the address of a request: to a new subscriber with the link of the portal, to any other
 * address with the link that confirms the request. Returns undefined if there is nothing to mail, or the
 * address got too many mails.
 */
export async function subscribedMail(
  ctx: AppContext,
  publisher: Publisher,
  { email, application }: Pick<SubscribeRequest, 'email' | 'application'>,
  { link, outcome, calendars }: Subscribed,
  language: Language,
): Promise<Mail | undefined> {
  if (outcome === 'repeated' || outcome === 'added') return undefined
  const names = [mailsAboutLink(ctx, link), mailsToAddress(ctx, publisher.id, email)]
  const [, toAddress] = await countRequests(ctx.database.limits, publisher.id, names, MAIL_LIMIT, ctx.now())
  if (!toAddress!.allowed) return undefined
  if (outcome !== 'joined') return requestMail(ctx, publisher, link)
  const chosen = { calendars, application: offeredApplication(application) }
  return welcomeMail(email, brandOf(publisher), freshLink(ctx, link), chosen, language)
}

/**
 * Returns the mail that asks to confirm a pending link, or undefined if it can't be confirmed any more. The
 * caller has counted it.
 */
export async function requestMail(
  ctx: AppContext,
  publisher: Publisher,
  target: LinkTarget,
): Promise<Mail | undefined> {
  const confirmation = await readConfirmation(ctx.db, target, ctx.now())
  if (confirmation.state !== 'asked') return undefined
  const { email, calendarIds, request, language, created } = confirmation.request
  const known = (await findSubscriberByEmail(ctx.db, publisher.id, email)) !== undefined
  const asked: Asked = {
    ...(await describeChoice(ctx, publisher.id, calendarIds, request.application)),
    at: created,
    timezone: publisher.timezone,
  }
  const url = confirmUrl(ctx.config.http.publicUrl, ctx.links.token('confirm', target))
  return confirmMail(known, email, brandOf(publisher), url, asked, languageFrom(language))
}

async function describeChoice(
  { db }: Pick<AppContext, 'db'>,
  publisherId: number,
  calendarIds: string[],
  application: string,
): Promise<Chosen> {
  const calendars = await listCalendarsById(db, publisherId, calendarIds)
  return {
    calendars: calendars.filter(({ draft }) => !draft).map(({ name }) => name),
    application: offeredApplication(application),
  }
}

/** Returns the portal's URL with a code that proves the mailbox, for a mail. */
export function freshLink(ctx: LinkContext & Pick<AppContext, 'now'>, target: LinkTarget): string {
  return manageLinkBy(ctx, target, ctx.links.freshCode('mail', target, ctx.now() + FRESH_MS))
}
