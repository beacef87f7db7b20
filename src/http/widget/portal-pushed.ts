import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { disconnectPerson, findLivePerson } from '../../push-targets/connect-person.ts'
import type { ProviderName } from '../../push-targets/grant.ts'
import { hasPersonTarget } from '../../push-targets/target-store.ts'
import { Answer, OK } from '../answer.ts'
import { askForConsent, getProvider } from '../consent.ts'
import { contract } from '../contract.ts'
import { MyPushed } from './answers.ts'
import { ByToken, countedFreshLink, getFreshLink, type ManageRequest, NEEDS_MAIL } from './manage-links.ts'

/** How the interface calls a provider, and the place of calendars there. */
const CALLED: Record<ProviderName, { company: string; at: string; ends: string }> = {
  google: { company: 'Google', at: 'at Google', ends: 'The consent is revoked.' },
  microsoft: {
    ...{ company: 'Microsoft', at: 'in Outlook' },
    ends: 'The tokens are forgotten. I can withdraw the consent itself in my account at Microsoft.',
  },
}

/** A subscriber's own calendar at a provider, which the service writes. */
export function portalPushedRoutes(ctx: AppContext, name: ProviderName) {
  const { company, at, ends } = CALLED[name]
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const mine = { tags: ['Portal'], params: ByToken }

    app.get(
      `/manage/:token/${name}`,
      {
        config,
        schema: contract({
          ...mine,
          id: `getMy${company}`,
          summary: `The state of my calendar ${at}`,
          description: NEEDS_MAIL,
          answers: { 200: MyPushed },
          refuses: [403, 404],
        }),
      },
      async (req: ManageRequest) => {
        const { publisherId, id } = (await getFreshLink(ctx, req.params.token, req.headers.cookie)).target
        if (!(await ctx.providers.of(publisherId))[name])
          return { data: { offered: false, state: 'none', lastCheck: null, waits: false }, ...OK }
        const { target } = (await findLivePerson(ctx.db, publisherId, id, name)) ?? {}
        if (target) {
          const { state, lastOkAt: lastCheck, failures } = target
          return { data: { offered: true, state, lastCheck, waits: failures > 0 }, ...OK }
        }
        const state = (await hasPersonTarget(ctx.db, publisherId, id, name)) ? 'ending' : 'none'
        return { data: { offered: true, state, lastCheck: null, waits: false }, ...OK }
      },
    )

    app.post(
      `/manage/:token/${name}`,
      {
        config,
        schema: contract({
          ...mine,
          id: `connectMy${company}`,
          summary: `Begin to have my calendar written into my account at ${company}`,
          description: `Lead the browser to \`url\`. It comes back to the manage link and says how it came out. 409 while one is connected. ${NEEDS_MAIL}`,
          answers: {
            200: Answer({
              data: Type.Object({
                url: Type.String({ description: `The page of ${company} at which I consent.` }),
              }),
            }),
          },
          refuses: [403, 404, 409, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        await getProvider(ctx, publisherId, name)
        const live = await findLivePerson(ctx.db, publisherId, id, name)
        if (live && ['active', 'linking'].includes(live.target.state))
          throw new AppError('conflict', `A calendar ${at} is connected already`)
        const of = { kind: 'person', publisherId, subscriberId: id, token: req.params.token } as const
        return { data: { url: await askForConsent(ctx, reply, name, of) }, ...OK }
      },
    )

    app.post(
      `/manage/:token/${name}/end`,
      {
        config,
        schema: contract({
          ...mine,
          id: `disconnectMy${company}`,
          summary: `Have my calendar ${at} deleted`,
          description: `${ends} My feeds and devices stay. ${NEEDS_MAIL}`,
          refuses: [403, 404, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        await disconnectPerson(ctx, publisherId, id, name)
        return OK
      },
    )
    return Promise.resolve()
  }
}
