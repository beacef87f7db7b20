import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { Email } from '../../schemas.ts'
import { lostLinkMail } from '../../subscribers/manage-link.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { networkOf } from '../network-of.ts'
import { onceAnswered } from '../once-answered.ts'
import { languageOf } from '../pages/language.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { ById, parseBody } from './forms.ts'
import { getPublicWidget } from './widget-config.ts'

/** From one network address: few people lose a link at the same time. */
const NETWORK_LIMIT = { requests: 30, lengthMs: 60_000 }

const LostLink = Type.Object({ email: Email }, { label: 'Subscriber' })

/** Mails a lost manage link. */
export function lostLinkRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Params: Static<typeof ById>; Body: Static<typeof LostLink> }>(
      '/w/:id/link',
      {
        config: { invalid: 'Invalid Subscriber Data' },
        preValidation: parseBody,
        schema: contract({
          id: 'sendManageLink',
          summary: 'Get the manage link by e-mail',
          description: 'The answer is the same whether the address is known or not.',
          tags: ['Widget'],
          params: ById,
          body: LostLink,
          refuses: [400, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisher } = await getPublicWidget(ctx, req.params.id)
        await requireWithinLimit(ctx, reply, publisher.id, `lost ${networkOf(req.ip)}`, NETWORK_LIMIT)
        const { email } = req.body
        const language = languageOf(req)
        // The address is looked up after the response, so that neither the response nor its time reveals
        // whether it is known.
        onceAnswered(reply, () => ctx.mailer.post(() => lostLinkMail(ctx, publisher, email, language)))
        return OK
      },
    )
    return Promise.resolve()
  }
}
