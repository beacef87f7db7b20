import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { type FieldErrors, invalid } from '../../errors.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { findUnknownCalendars, noSuchCalendars } from '../../subscribers/change-subscriptions.ts'
import { subscribedMail } from '../../subscribers/manage-link.ts'
import { subscribe } from '../../subscribers/subscribe.ts'
import { emailKey } from '../../subscribers/subscriber.ts'
import { dayAt } from '../../time/day.ts'
import { readRegistration, type Registration } from '../../widgets/read-registration.ts'
import type { RegistrationInput } from '../../widgets/registration-schema.ts'
import { confirmPolicyOf, offers, type Widget } from '../../widgets/widget.ts'
import { onceAnswered } from '../once-answered.ts'
import { languageOf } from '../pages/language.ts'
import { requireSilently } from '../rate-limit.ts'
import { answerTime } from './answer-time.ts'
import type { SubscriberLinks } from './answers.ts'
import { admitting } from './crowd.ts'
import { subscriberLinks } from './portal-data.ts'
import { takeTicket } from './ticket.ts'

/** Requests for one address, known or not. */
const ADDRESS_LIMIT = { requests: 20, lengthMs: 86_400_000 }

/** The properties that only forms have; signed requests have neither. */
type Extras = Pick<Static<typeof RegistrationInput>, 'ticket' | 'proof'>

/**
 * Returns the function that subscribes somebody through a widget, whatever the shape of the request was. `input`: what
 * `readRegistration` accepts. `signed`: the publisher's own program asks.
 */
export function subscribing(ctx: AppContext) {
  const admit = admitting(ctx)

  return async (
    req: FastifyRequest,
    reply: FastifyReply,
    widget: Widget,
    publisher: Publisher,
    input: unknown,
    signed = false,
  ): Promise<SubscriberLinks> => {
    const registration = await readFor(widget, publisher, input)
    const { email } = registration
    const extras = input as Extras
    const vouched = signed || (await hasTicket(req, widget, extras, registration))
    if (!vouched) await requireTurn(req, reply, publisher.id, extras, email)
    const language = languageOf(req)
    const request = { widgetId: widget.id, ...registration }
    const subscribed = await subscribe(ctx, publisher.id, request, {
      vouched,
      confirm: confirmPolicyOf(widget, publisher),
      language,
      idempotencyKey: idempotencyKeyOf(req),
    })
    onceAnswered(reply, () =>
      ctx.mailer.post(() => subscribedMail(ctx, publisher, request, subscribed, language)),
    )
    if (!vouched) await answerTime(reply, ctx.config.subscribeAnswerMs)
    return subscriberLinks(ctx, subscribed.link, publisher)
  }

  /** Takes the ticket of a form, and adds its reference to the registration. Returns false if there is none. */
  async function hasTicket(
    req: FastifyRequest,
    widget: Widget,
    { ticket: text }: Extras,
    { email, profile }: Registration,
  ): Promise<boolean> {
    if (text === undefined) return false
    const ticket = await takeTicket(ctx, widget, email, text, idempotencyKeyOf(req))
    if (ticket.reference !== undefined) profile.reference = ticket.reference
    return true
  }

  /** Counts a request that nobody vouches for. */
  async function requireTurn(
    req: FastifyRequest,
    reply: FastifyReply,
    publisherId: number,
    { proof }: Extras,
    email: string,
  ): Promise<void> {
    await admit(req, reply, publisherId, proof)
    const address = ctx.links.hashForCounts(publisherId, emailKey(email))
    await requireSilently(ctx, publisherId, `subscribe ${address}`, ADDRESS_LIMIT)
  }

  /** Parses a registration for a widget. Throws one error with all faults. */
  async function readFor(widget: Widget, publisher: Publisher, input: unknown): Promise<Registration> {
    const read = readRegistration(input, widget.settings, dayAt(publisher.timezone, ctx.now()))
    const valid = 'registration' in read
    const { calendarIds } = valid ? read.registration : read
    // The calendars of a valid registration are checked in `subscribe`, inside the transaction.
    const unknown = valid ? [] : await findUnknownCalendars(ctx.db, publisher.id, calendarIds, false)
    const refused = calendarIds.filter((id) => !offers(widget, id) || unknown.includes(id))
    if (valid && refused.length === 0) return read.registration
    const errors: FieldErrors = valid ? {} : read.errors
    if (refused.length > 0) errors.calendarIds ??= noSuchCalendars(refused)
    throw invalid(errors)
  }
}

function idempotencyKeyOf(req: FastifyRequest): string {
  const key = req.headers['idempotency-key']
  return typeof key === 'string' ? key : ''
}
