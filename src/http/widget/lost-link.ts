import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { Email } from '../../schemas.ts'
import { lostLinkMail } from '../../subscribers/manage-link.ts'
import { ERRORS, OK } from '../api/schemas.ts'
import { onceAnswered } from '../once-answered.ts'
import { languageOf } from '../pages/language.ts'
import { parseBody, requireFormRate } from './forms.ts'
import { getPublicWidget } from './widget-config.ts'

const ById = Type.Object({ id: Type.String() })
const LostLink = Type.Object({ email: Email }, { label: 'Subscriber' })

/** Sends who lost it the manage link. */
export function lostLinkRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Params: Static<typeof ById>; Body: Static<typeof LostLink> }>(
      '/w/:id/link',
      {
        config: { invalid: 'Invalid Subscriber Data' },
        preValidation: parseBody,
        schema: {
          tags: ['Widget'],
          summary: 'Get the manage link by e-mail',
          params: ById,
          body: LostLink,
          response: ERRORS,
        },
      },
      async (req, reply) => {
        const { publisher } = await getPublicWidget(ctx, req.params.id)
        await requireFormRate(ctx, req, reply, publisher.id)
        const { email } = req.body
        const language = languageOf(req)
        // Looked up when the answer is out, so that neither it nor its time tells whether the address is known.
        onceAnswered(reply, () => ctx.mailer.post(() => lostLinkMail(ctx, publisher, email, language)))
        return OK
      },
    )
    return Promise.resolve()
  }
}
