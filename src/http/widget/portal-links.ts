import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LinkTarget } from '../../links/links.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import type { ProviderName } from '../../push-targets/grant.ts'
import { namesOf } from '../../push-targets/providers.ts'
import { findPersonTarget } from '../../push-targets/target-store.ts'
import { Text } from '../../schemas.ts'
import { confirmAddress, readConfirmation } from '../../subscribers/confirm-link.ts'
import { endLink, renameLink } from '../../subscribers/end-link.ts'
import { listLinks } from '../../subscribers/link-store.ts'
import {
  freshLinkMail,
  MAIL_LIMIT,
  mailsAboutLink,
  mailsToAddress,
  mayMail,
  requestMail,
} from '../../subscribers/manage-link.ts'
import { rotateLinks } from '../../subscribers/rotate-links.ts'
import { OK } from '../answer.ts'
import { LinkNumber } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { onceAnswered } from '../once-answered.ts'
import { languageOf } from '../pages/language.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { answerTime } from './answer-time.ts'
import { PortalLinks, SubscriberLinks } from './answers.ts'
import { countedTarget, parseBody } from './forms.ts'
import { isFromMail } from './fresh.ts'
import {
  ByToken,
  countedFreshLink,
  countedLink,
  getActiveLink,
  getFreshLink,
  type ManageRequest,
  NEEDS_MAIL,
  needsMail,
  readManageLink,
} from './manage-links.ts'
import { subscriberLinks } from './portal-data.ts'

const ByLink = Type.Object({ ...ByToken.properties, number: LinkNumber })
const LinkName = Type.Object({ name: Text(0, 60) }, { label: 'Link' })
const MailQuery = Type.Object({
  screen: Type.Optional(
    Type.Enum(['add'], {
      accepts: 'add',
      description: '`add`: the link opens the screen that adds the calendar to an application of any device.',
    }),
  ),
})

type Params = Static<typeof ByToken>

/** A subscriber's links, and the mail that proves whose they are. */
export function portalLinkRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const mine = { tags: ['Portal'], params: ByToken }

    app.post(
      '/manage/:token/rotate',
      {
        config,
        schema: contract({
          ...mine,
          id: 'replaceMyLinks',
          summary: 'End all my links, and get a new one',
          description: `Calendars have to be subscribed to anew. ${NEEDS_MAIL}`,
          answers: { 200: SubscriberLinks },
          refuses: [403, 404, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { target, link } = await countedFreshLink(ctx, req, reply)
        const { publisherId, id } = target
        const publisher = await getPublisher(ctx.db, publisherId)
        const next = await rotateLinks(ctx, publisherId, id, link.freshUntil)
        return subscriberLinks(ctx, next, publisher)
      },
    )

    app.get(
      '/manage/:token/links',
      {
        config,
        schema: contract({
          ...mine,
          id: 'listMyLinks',
          summary: 'My links, one for each time I subscribed',
          description: NEEDS_MAIL,
          answers: { 200: PortalLinks },
          refuses: [403, 404],
        }),
      },
      async (req: ManageRequest) => {
        const { target } = await getFreshLink(ctx, req.params.token, req.headers.cookie)
        const links = await listLinks(ctx.db, target.publisherId, target.id)
        const written = new Map<number | undefined, ProviderName>()
        for (const name of namesOf(await ctx.providers.of(target.publisherId))) {
          const person = await findPersonTarget(ctx.db, target.publisherId, target.id, name)
          written.set(person?.link?.number, name)
        }
        const data = links
          .filter(({ endedAt }) => endedAt === null)
          .map(({ number, kind, name, application, created, confirmedAt, lastUsedAt }) => ({
            ...{ number, kind, name, application, created, confirmedAt, lastUsedAt },
            current: number === target.number,
            provider: written.get(number) ?? null,
          }))
        return { data, ...OK }
      },
    )

    app.post<{ Params: Static<typeof ByLink> }>(
      '/manage/:token/links/:number/end',
      {
        config,
        schema: contract({
          ...mine,
          params: ByLink,
          id: 'endMyLink',
          summary: 'End one of my links',
          description: `Its feed says that it has ended; all others stay. ${NEEDS_MAIL}`,
          refuses: [400, 403, 404, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        await endLink(ctx, publisherId, id, Number(req.params.number))
        return OK
      },
    )

    app.post<{ Params: Static<typeof ByLink>; Body: Static<typeof LinkName> }>(
      '/manage/:token/links/:number/name',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          ...mine,
          params: ByLink,
          id: 'nameMyLink',
          summary: 'Name one of my links',
          description: NEEDS_MAIL,
          body: LinkName,
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        await renameLink(ctx, publisherId, id, Number(req.params.number), req.body.name)
        return OK
      },
    )

    app.post<{ Params: Params; Querystring: Static<typeof MailQuery> }>(
      '/manage/:token/mail',
      {
        config,
        schema: contract({
          ...mine,
          query: MailQuery,
          id: 'mailMyLink',
          summary: 'Get the mail that proves who I am',
          description:
            'Its link opens the portal with all rights for an hour. For a pending link, it is the mail that confirms it. At most three an hour go to one address; beyond, the answer is 429.',
          refuses: [400, 403, 404, 429],
        }),
      },
      async (req, reply) => {
        const { token } = req.params
        const target = await countedTarget(ctx, req, reply)
        const pending = (await readManageLink(ctx, token))?.state === 'pending'
        const { email, confirmedAt } = pending
          ? { email: await emailOfPending(target), confirmedAt: null }
          : (await getActiveLink(ctx, token)).subscriber
        const publisher = await getPublisher(ctx.db, target.publisherId)
        // An address that was only typed may be anybody's: how many mails it got is not told, only how many this
        // link asked for.
        const typed = confirmedAt === null
        const counted = typed ? mailsAboutLink(ctx, target) : mailsToAddress(ctx, publisher.id, email)
        await requireWithinLimit(ctx, reply, publisher.id, counted, MAIL_LIMIT)
        const language = languageOf(req)
        onceAnswered(reply, () =>
          ctx.mailer.post(async () => {
            if (typed && !(await mayMail(ctx, publisher.id, email))) return undefined
            if (pending) return requestMail(ctx, publisher, target)
            return freshLinkMail(ctx, publisher, email, target, { language, screen: req.query.screen })
          }),
        )
        if (typed) await answerTime(reply, ctx.config.subscribeAnswerMs)
        return OK
      },
    )

    app.post(
      '/manage/:token/confirm',
      {
        config,
        schema: contract({
          ...mine,
          id: 'confirmMyAddress',
          summary: 'Note that the address is mine',
          description: 'Only for a browser that came from a mail within the hour.',
          refuses: [403, 404, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { target } = await countedLink(ctx, req, reply)
        if (!isFromMail(ctx, req.headers.cookie, target)) throw needsMail()
        await confirmAddress(ctx, target.publisherId, target.id)
        return OK
      },
    )
    return Promise.resolve()
  }

  /** The address to which the mail of a pending link goes. Throws if it can't be confirmed any more. */
  async function emailOfPending(target: LinkTarget): Promise<string> {
    const confirmation = await readConfirmation(ctx.db, target, ctx.now())
    if (confirmation.state !== 'asked') throw new AppError('forbidden', 'This request has expired')
    return confirmation.request.email
  }
}
