import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { Id } from '../../schemas.ts'
import { isEndpointOf, switchOnPush } from '../../subscribers/switch-on-push.ts'
import { describeAgent } from '../../users/session.ts'
import { deliverPush } from '../../web-push/deliver-push.ts'
import type { PushSubscription } from '../../web-push/push-subscription.ts'
import {
  deletePushSubscription,
  findPushSubscription,
  listPushSubscriptions,
} from '../../web-push/push-subscription-store.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { languageOf } from '../pages/language.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { parseBody } from './forms.ts'
import { isFromMail } from './fresh.ts'
import { ByToken, countedLink, getFreshLink, type ManageRequest, needsMail } from './manage-links.ts'
import { portalManifest } from './portal-manifest.ts'
import { NewPush, PushSubscriptions, PushTest, StoredPush } from './push-schemas.ts'
import { testMessage } from './push-test.ts'

const ById = Type.Object({ ...ByToken.properties, id: Id })
/** Test messages of one subscriber. */
const TEST_LIMIT = { requests: 10, lengthMs: 600_000 }
type OneRequest = FastifyRequest<{ Params: Static<typeof ById> }>

/** Browsers of a subscriber that get notifications, and the manifest that iPhones need for it. */
export function pushRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Push Subscription' }
    const mine = { tags: ['Portal'], params: ByToken }

    // Requested by browsers, like the pages, so it is no operation.
    app.get(
      '/manage/:token/manifest.webmanifest',
      { schema: { hide: true } },
      async (req: ManageRequest, reply) => {
        const { token } = req.params
        const manifest = await portalManifest(ctx, token, req.headers.cookie, languageOf(req))
        return reply.header('content-type', 'application/manifest+json').send(JSON.stringify(manifest))
      },
    )

    app.get(
      '/manage/:token/push-subscriptions',
      {
        config,
        schema: contract({
          ...mine,
          id: 'listMyPushSubscriptions',
          summary: 'My browsers that get notifications',
          description: 'Only for a browser that came from a mail within the hour.',
          answers: { 200: PushSubscriptions },
          refuses: [403, 404],
        }),
      },
      async (req: ManageRequest) => {
        const { target } = await getFreshLink(ctx, req.params.token, req.headers.cookie)
        const subscriptions = await listPushSubscriptions(ctx.db, target.publisherId, [target.id])
        return { data: subscriptions.map(present), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ByToken>; Body: Static<typeof NewPush> }>(
      '/manage/:token/push-subscriptions',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          ...mine,
          id: 'switchOnNotifications',
          summary: 'Send notifications to this browser',
          description:
            'Only for a browser that came from a mail within the hour, or that proves by `replaces` that it gets them already. The same endpoint again replaces the keys.',
          body: NewPush,
          answers: { 200: StoredPush },
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { endpoint, keys, replaces } = req.body
        const { target } = await countedLink(ctx, req, reply)
        // Typing the address of a new subscriber does not prove that it is one's own. The owner would notice a link,
        // but not notifications in a browser of somebody else.
        const proved =
          isFromMail(ctx, req.headers.cookie, target) ||
          (replaces !== undefined && (await isEndpointOf(ctx, target, replaces)))
        if (!proved) throw needsMail()
        const browser = describeAgent(req.headers['user-agent'] ?? '')
        const stored = await switchOnPush(ctx, target, { target: { endpoint, ...keys }, browser, replaces })
        return { data: present(stored), ...OK }
      },
    )

    app.post(
      '/manage/:token/push-subscriptions/:id/test',
      {
        config,
        schema: contract({
          ...mine,
          params: ById,
          id: 'testNotifications',
          summary: 'Send a test message to a browser',
          description: 'The answer says what the push service of the browser answered.',
          answers: { 200: PushTest },
          refuses: [400, 403, 404, 429],
        }),
      },
      async (req: OneRequest, reply) => {
        const { target, subscription } = await countedSubscription(req, reply)
        const { publisherId } = target
        await requireWithinLimit(ctx, reply, publisherId, `push test ${target.id}`, TEST_LIMIT)
        const message = testMessage(
          await getPublisher(ctx.db, publisherId),
          req.params.token,
          languageOf(req),
        )
        const { outcome } = await deliverPush(ctx, subscription, message)
        return { outcome, ...OK }
      },
    )

    app.post(
      '/manage/:token/push-subscriptions/:id/end',
      {
        config,
        schema: contract({
          ...mine,
          params: ById,
          id: 'switchOffNotifications',
          summary: 'Send a browser no more notifications',
          description: 'Its subscription is deleted.',
          refuses: [400, 403, 404, 429],
        }),
      },
      async (req: OneRequest, reply) => {
        const { subscription } = await countedSubscription(req, reply)
        await deletePushSubscription(ctx.db, subscription.publisherId, subscription.id)
        return OK
      },
    )
    return Promise.resolve()
  }

  /** It needs no mail: only the browser itself, and who came from a mail, knows the id. */
  async function countedSubscription(req: OneRequest, reply: FastifyReply) {
    const { target } = await countedLink(ctx, req, reply)
    const { id } = req.params
    const subscription = await findPushSubscription(ctx.db, target.publisherId, target.id, id)
    if (!subscription) throw notFound('Push subscription', id)
    return { target, subscription }
  }
}

function present({ id, browser, created, lastSentAt }: PushSubscription) {
  return { id, browser, created, lastSentAt }
}
