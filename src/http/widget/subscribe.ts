import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { type FieldErrors, invalid, notFound } from '../../errors.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { findUnknownCalendars, noSuchCalendars } from '../../subscribers/change-subscriptions.ts'
import { subscribedMail } from '../../subscribers/manage-link.ts'
import { subscribe } from '../../subscribers/subscribe.ts'
import { emailKey } from '../../subscribers/subscriber.ts'
import { dayAt } from '../../time/day.ts'
import { readRegistration, type Registration } from '../../widgets/read-registration.ts'
import { RegistrationInput } from '../../widgets/registration-schema.ts'
import { confirmPolicyOf, offers, type Widget } from '../../widgets/widget.ts'
import {
  admitProgram,
  bytesOf,
  decorateSigned,
  findProgram,
  isSigned,
  keepRawBody,
  refuseEncoded,
} from '../api/auth.ts'
import { keepRequests } from '../api/keep-requests.ts'
import { readBy } from '../api/schemas.ts'
import { contract, refusal } from '../contract.ts'
import { readJson } from '../json-body.ts'
import { onceAnswered } from '../once-answered.ts'
import { languageOf } from '../pages/language.ts'
import { requireSilently } from '../rate-limit.ts'
import { answerTime } from './answer-time.ts'
import { Challenged, SubscriberLinks } from './answers.ts'
import { requireRoom } from './crowd.ts'
import { ById } from './forms.ts'
import { subscriberLinks } from './portal-data.ts'
import { takeTicket } from './ticket.ts'
import { getPublicWidget } from './widget-config.ts'

/** Requests for one address, known or not. */
const ADDRESS_LIMIT = { requests: 20, lengthMs: 86_400_000 }

const SubscribeHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 255,
      accepts: 'a random text of 16 to 255 characters',
      description:
        'Random, one for each form: the same request again within an hour is a second click, and gets the same links.',
    }),
  ),
})

/** The properties that only forms have; signed requests have neither. */
type Extras = Pick<Static<typeof RegistrationInput>, 'ticket' | 'proof'>

/** Subscribing through a widget: by anybody, or by a publisher's program that signs the request. */
export function subscribeRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    decorateSigned(app)
    keepRequests(app, ctx)
    app.addHook('onRequest', async (req) => {
      if (!isSigned(req)) return
      await findProgram(ctx, req)
      refuseEncoded(req)
    })
    app.addHook('preValidation', async (req, reply) => {
      if (isSigned(req)) await admitProgram(ctx, req, reply)
      else keepRawBody(req)
      req.body = readJson(bytesOf(req.rawBody))
    })

    app.post<{ Params: Static<typeof ById> }>(
      '/w/:id/subscribe',
      {
        config: { invalid: 'Invalid Subscriber Data' },
        schema: contract({
          id: 'subscribe',
          summary: 'Subscribe through a widget',
          description:
            'What the widget asks for has to be there. The answer has the feed in each form applications take. It is the same whether the address is known or not; see [who has to confirm](subscribing.md#confirmation). Signed, or with a ticket, it counts as confirmed. In a crowd it needs the solution of a challenge, as `proof`.',
          tags: ['Widget'],
          params: ById,
          headers: SubscribeHeaders,
          body: readBy('readRegistration', RegistrationInput),
          answers: { 200: SubscriberLinks, 429: refusal(429, Challenged) },
          refuses: [400, 403, 404, 413],
        }),
      },
      async (req, reply) => {
        const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
        if (isSigned(req) && req.publisher.id !== publisher.id) throw notFound('Widget', req.params.id)
        const registration = await readFor(widget, publisher, req.body)
        const { email } = registration
        const vouched = isSigned(req) || (await hasTicket(req, widget, registration))
        if (!vouched) await requireTurn(req, reply, publisher.id, email)
        const language = languageOf(req)
        const request = { widgetId: widget.id, ...registration }
        const subscribed = await subscribe(ctx, publisher.id, request, {
          vouched,
          confirm: confirmPolicyOf(widget, publisher),
          language,
          idempotencyKey: idempotencyKeyOf(req),
        })
        onceAnswered(reply, () =>
          ctx.mailer.post(() => subscribedMail(ctx, publisher, email, subscribed, language)),
        )
        if (!vouched) await answerTime(reply, ctx.config.subscribeAnswerMs)
        return subscriberLinks(ctx, subscribed.link, publisher)
      },
    )
    return Promise.resolve()
  }

  /** Takes the ticket of a form, and adds its reference to the registration. Returns false if there is none. */
  async function hasTicket(req: FastifyRequest, widget: Widget, { email, profile }: Registration) {
    const { ticket: text } = req.body as Extras
    if (text === undefined) return false
    const ticket = await takeTicket(ctx, widget, email, text, idempotencyKeyOf(req))
    if (ticket.reference !== undefined) profile.reference = ticket.reference
    return true
  }

  /** Counts a request that nobody vouches for. */
  async function requireTurn(req: FastifyRequest, reply: FastifyReply, publisherId: number, email: string) {
    await requireRoom(ctx, req, reply, publisherId, (req.body as Extras).proof)
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
