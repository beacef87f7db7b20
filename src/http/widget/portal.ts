import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { switchAlerts } from '../../alerts/switch-alerts.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LinkTarget } from '../../links/links.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { Text } from '../../schemas.ts'
import { chooseCalendars } from '../../subscribers/choose-calendars.ts'
import { chooseReminders } from '../../subscribers/choose-reminders.ts'
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
import { rememberLanguage } from '../../subscribers/remember-language.ts'
import { rotateLinks } from '../../subscribers/rotate-links.ts'
import { unsubscribe } from '../../subscribers/unsubscribe.ts'
import { OK } from '../answer.ts'
import { LinkNumber } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { onceAnswered } from '../once-answered.ts'
import { languageOf } from '../pages/language.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { sendParts } from '../send-parts.ts'
import { answerTime } from './answer-time.ts'
import { PortalData, PortalLinks, SubscriberLinks, UpcomingEvents } from './answers.ts'
import { countedTarget, parseBody } from './forms.ts'
import { isFromMail } from './fresh.ts'
import { myData } from './my-data.ts'
import {
  type ActiveLink,
  getActiveLink,
  getFreshLink,
  isFresh,
  myUpcoming,
  needsMail,
  portalData,
  readManageLink,
  subscriberLinks,
} from './portal-data.ts'
import { PersonalData, PrivateEvent } from './present-my-data.ts'
import { PageQuery } from './upcoming.ts'

const ByToken = Type.Object({ token: Type.String({ description: 'The last part of a manage link.' }) })
const ByLink = Type.Object({ ...ByToken.properties, number: LinkNumber })
const LinkName = Type.Object({ name: Text(0, 60) }, { label: 'Link' })
const NEEDS_MAIL =
  'Only for a browser that came from a mail within the hour, or soon after the data was typed.'
const Calendars = Type.Object(
  {
    calendarIds: Type.Array(Type.String(), {
      maxItems: 1000,
      accepts: 'a list of at most 1000 calendar ids',
    }),
  },
  { label: 'Subscriber' },
)
const Reminders = Type.Object(
  {
    reminders: Type.Union(
      [Type.Null(), Type.Array(Type.String({ pattern: '^\\d{1,4}[MHD]$' }), { maxItems: 2 })],
      { accepts: 'null, or a list of at most two of up to four digits and M, H or D, such as 15M' },
    ),
  },
  { label: 'Subscriber' },
)
const MailQuery = Type.Object({
  screen: Type.Optional(
    Type.Enum(['add'], {
      accepts: 'add',
      description: '`add`: the link opens the screen that adds the calendar to an application of any device.',
    }),
  ),
})
const Alerts = Type.Object({ on: Type.Boolean({ accepts: 'true or false' }) }, { label: 'Subscriber' })

const MyData = Type.Object({ ...PersonalData.properties, privateEvents: Type.Array(PrivateEvent) })

/** Downloads with one link: they need no key, and a file may be large. */
const DOWNLOAD_LIMIT = { requests: 5, lengthMs: 600_000 }

type Params = Static<typeof ByToken>
type ManageRequest = FastifyRequest<{ Params: Params }>

/** Operations of a subscriber with the manage link. */
export function portalRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const mine = { tags: ['Portal'], params: ByToken }

    app.get(
      '/manage/:token/data',
      {
        config,
        schema: contract({
          ...mine,
          id: 'getMyData',
          summary: 'What is stored of me',
          description:
            'The token is the last part of the manage link. E-mail and profile are there only for a browser that came from a mail.',
          answers: { 200: PortalData },
          refuses: [403, 404],
        }),
      },
      async (req: ManageRequest) => {
        const active = await getActiveLink(ctx, req.params.token)
        return portalData(ctx, active, req.headers.cookie)
      },
    )

    app.get(
      '/manage/:token/download',
      {
        config,
        exposeHeadRoute: false,
        schema: contract({
          ...mine,
          id: 'downloadMyData',
          summary: 'All that is stored of me, as a file',
          description: `The same data and more, to keep. ${NEEDS_MAIL}`,
          answers: { 200: MyData },
          refuses: [403, 404, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { subscriber } = await getFreshLink(ctx, req.params.token, req.headers.cookie)
        const { publisherId, id } = subscriber
        await requireWithinLimit(ctx, reply, publisherId, `download ${id}`, DOWNLOAD_LIMIT)
        return sendParts(reply, myData(ctx, subscriber), {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="my-data.json"',
        })
      },
    )

    app.get<{ Params: Params; Querystring: Static<typeof PageQuery> }>(
      '/manage/:token/upcoming',
      {
        config,
        schema: contract({
          ...mine,
          id: 'listMyUpcoming',
          summary: 'What comes next in my calendar',
          description:
            'Events of the calendars that are followed. Private ones are among them only for a browser that came from a mail within the hour, or soon after the data was typed.',
          query: PageQuery,
          answers: { 200: UpcomingEvents },
          refuses: [400, 403, 404],
        }),
      },
      async (req) => {
        const active = await getActiveLink(ctx, req.params.token)
        return myUpcoming(ctx, active, isFresh(ctx, active, req.headers.cookie), req.query)
      },
    )

    app.post<{ Params: Params; Body: Static<typeof Calendars> }>(
      '/manage/:token/calendars',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          ...mine,
          id: 'chooseMyCalendars',
          summary: 'Follow exactly these calendars',
          description: 'The list replaces what is followed.',
          body: Calendars,
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedLink(req, reply)).target
        await chooseCalendars(ctx, publisherId, id, req.body.calendarIds)
        return OK
      },
    )

    app.post<{ Params: Params; Body: Static<typeof Reminders> }>(
      '/manage/:token/reminders',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          ...mine,
          id: 'chooseMyReminders',
          summary: 'Have these reminders',
          description: 'Null: as the publisher sets them. An empty list: none.',
          body: Reminders,
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedLink(req, reply)).target
        await chooseReminders(ctx, publisherId, id, req.body.reminders)
        return OK
      },
    )

    app.post<{ Params: Params; Body: Static<typeof Alerts> }>(
      '/manage/:token/alerts',
      {
        config,
        preValidation: parseBody,
        schema: contract({
          ...mine,
          id: 'switchMyAlerts',
          summary: 'Switch mails about changes on or off',
          description: `They tell of changes that the calendar has not fetched. The language of the request is that of later ones. ${NEEDS_MAIL}`,
          body: Alerts,
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedFreshLink(req, reply)).target
        await switchAlerts(ctx.db, publisherId, id, req.body.on ? 'on' : 'off')
        await rememberLanguage(ctx, publisherId, id, languageOf(req))
        return OK
      },
    )

    app.post(
      '/manage/:token/unsubscribe',
      {
        config,
        schema: contract({
          ...mine,
          id: 'leave',
          summary: 'Leave',
          description: `Ends the subscription at once. ${NEEDS_MAIL}`,
          refuses: [403, 404, 429],
        }),
      },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = (await countedFreshLink(req, reply)).target
        await unsubscribe(ctx, publisherId, id)
        return OK
      },
    )

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
        const { target, link } = await countedFreshLink(req, reply)
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
        const data = links
          .filter(({ endedAt }) => endedAt === null)
          .map(({ number, kind, name, application, created, confirmedAt, lastUsedAt }) => ({
            ...{ number, kind, name, application, created, confirmedAt, lastUsedAt },
            current: number === target.number,
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
        const { publisherId, id } = (await countedFreshLink(req, reply)).target
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
        const { publisherId, id } = (await countedFreshLink(req, reply)).target
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
        const { target } = await countedLink(req, reply)
        if (!isFromMail(ctx, req.headers.cookie, target)) throw needsMail()
        await confirmAddress(ctx, target.publisherId, target.id)
        return OK
      },
    )
    return Promise.resolve()
  }

  async function countedLink(req: ManageRequest, reply: FastifyReply): Promise<ActiveLink> {
    await countedTarget(ctx, req, reply)
    return getActiveLink(ctx, req.params.token)
  }

  async function countedFreshLink(req: ManageRequest, reply: FastifyReply): Promise<ActiveLink> {
    await countedTarget(ctx, req, reply)
    return getFreshLink(ctx, req.params.token, req.headers.cookie)
  }

  /** The address to which the mail of a pending link goes. Throws if it can't be confirmed any more. */
  async function emailOfPending(target: LinkTarget): Promise<string> {
    const confirmation = await readConfirmation(ctx.db, target, ctx.now())
    if (confirmation.state !== 'asked') throw new AppError('forbidden', 'This request has expired')
    return confirmation.request.email
  }
}
