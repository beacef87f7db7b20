import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { disconnectPerson, findLivePerson } from '../../push-targets/connect.ts'
import { Answer, OK } from '../answer.ts'
import { askForConsent, getProvider } from '../consent.ts'
import { contract } from '../contract.ts'
import { ByToken, countedFreshLink, getFreshLink, type ManageRequest, NEEDS_MAIL } from './manage-links.ts'

const MyGoogle = Answer({
  data: Type.Object({
    offered: Type.Boolean({ description: 'False: the installation has no credentials of Google.' }),
    state: Type.Enum(['none', 'linking', 'active', 'disconnected', 'removed', 'ending'], {
      description:
        '`linking`: my calendar is being made. `disconnected`: Google asks for another consent. `removed`: I deleted it at Google.',
    }),
    lastCheck: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When it was last equal to my feed, in milliseconds since 1970.',
    }),
  }),
})

/** A subscriber's own calendar at Google, which the service writes. */
export function portalGoogleRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const mine = { tags: ['Portal'], params: ByToken }

    app.get(
      '/manage/:token/google',
      {
        config,
        schema: contract({
          ...mine,
          id: 'getMyGoogle',
          summary: 'The state of my calendar at Google',
          description: NEEDS_MAIL,
          answers: { 200: MyGoogle },
          refuses: [403, 404],
        }),
      },
      async (req: ManageRequest) => {
        const { publisherId, id } = (await getFreshLink(ctx, req.params.token, req.headers.cookie)).target
        const live = ctx.providers.google && (await findLivePerson(ctx.db, publisherId, id))
        const { state = 'none', lastOkAt = null } = live?.target ?? {}
        return { data: { offered: ctx.providers.google !== undefined, state, lastCheck: lastOkAt }, ...OK }
      },
    )

    app.post(
      '/manage/:token/google',
      {
        config,
        schema: contract({
          ...mine,
          id: 'connectMyGoogle',
          summary: 'Begin to have my calendar written into my account at Google',
          description: `Lead the browser to \`url\`. It comes back to the manage link and says how it came out. 409 while one is connected. ${NEEDS_MAIL}`,
          answers: {
            200: Answer({
              data: Type.Object({
                url: Type.String({ description: 'The page of Google at which I consent.' }),
              }),
            }),
          },
          refuses: [403, 404, 409, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        getProvider(ctx, 'google')
        const live = await findLivePerson(ctx.db, publisherId, id)
        if (live && ['active', 'linking'].includes(live.target.state))
          throw new AppError('conflict', 'A calendar at Google is connected already')
        const of = { kind: 'person', publisherId, subscriberId: id, token: req.params.token } as const
        return { data: { url: askForConsent(ctx, reply, 'google', of) }, ...OK }
      },
    )

    app.post(
      '/manage/:token/google/end',
      {
        config,
        schema: contract({
          ...mine,
          id: 'disconnectMyGoogle',
          summary: 'Have my calendar at Google deleted',
          description: `The consent is revoked. My feeds and devices stay. ${NEEDS_MAIL}`,
          refuses: [403, 404, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        await disconnectPerson(ctx, publisherId, id)
        return OK
      },
    )
    return Promise.resolve()
  }
}
