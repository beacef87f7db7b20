import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { RegistrationInput } from '../../widgets/registration-schema.ts'
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
import { Challenged, SubscriberLinks } from './answers.ts'
import { ById } from './forms.ts'
import { subscribing } from './subscribing.ts'
import { getPublicWidget } from './widget-config.ts'

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

/** Subscribing through a widget: by anybody, or by a publisher's program that signs the request. */
export function subscribeRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const subscribe = subscribing(ctx)
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
        return subscribe(req, reply, widget, publisher, req.body, isSigned(req))
      },
    )
    return Promise.resolve()
  }
}
