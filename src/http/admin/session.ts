import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { setUp } from '../../accounts/set-up.ts'
import type { AppContext } from '../../context.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { Name, Text } from '../../schemas.ts'
import { audited } from '../../users/audit.ts'
import type { HashingFor } from '../../users/hashing-queue.ts'
import { mailedLink } from '../../users/mail-link.ts'
import { openLink } from '../../users/opened-link.ts'
import { redeemLink } from '../../users/redeem-link.ts'
import { noteRefusedSignIn } from '../../users/refused-sign-in.ts'
import { describeAgent } from '../../users/session.ts'
import { deleteSession } from '../../users/session-store.ts'
import { signIn } from '../../users/sign-in.ts'
import { actorOf, type Arrival, type SignedIn } from '../../users/start-session.ts'
import { type Caller, requireCallerTurn, requireSignInTurn } from '../../users/throttle.ts'
import { publisherOfToken, tokenHash } from '../../users/token.ts'
import { userEmailKey } from '../../users/user.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { networkOf } from '../network-of.ts'
import { onceAnswered } from '../once-answered.ts'
import { languageOf } from '../pages/language.ts'
import type { Cookies } from './cookies.ts'
import { agentOf, presentMe } from './present-user.ts'
import { CodeOrBackup, Email, Password, Token } from './user-fields.ts'
import { MeAnswer, OpenedLinkAnswer } from './users-schemas.ts'

const SignIn = Type.Object(
  { email: Email, password: Password, totp: Type.Optional(CodeOrBackup) },
  { label: 'Sign-in' },
)
const AskLink = Type.Object(
  {
    email: Email,
    purpose: Type.Optional(
      Type.Union([Type.Literal('sign-in'), Type.Literal('reset')], { accepts: 'sign-in or reset' }),
    ),
  },
  { label: 'Sign-in' },
)
const Redeem = Type.Object(
  { token: Token, password: Type.Optional(Password), totp: Type.Optional(CodeOrBackup) },
  { label: 'Sign-in' },
)
const CheckLink = Type.Object({ token: Token }, { label: 'Sign-in' })
const SetUpInput = Type.Object(
  {
    token: Token,
    email: Email,
    company: Name(1, 250),
    firstName: Type.Optional(Text(0, 50)),
    lastName: Type.Optional(Text(0, 50)),
    timezone: Type.String({ accepts: 'an IANA time zone name, such as Europe/London' }),
    password: Password,
  },
  { label: 'Publisher' },
)

/** Sign-in and sign-out. */
export function sessionRoutes(ctx: AppContext, cookies: Cookies) {
  return (app: FastifyInstance) => {
    const tags = ['Session']
    const config = { open: true, invalid: 'Invalid Sign-in Data' } as const
    const answers = { 200: MeAnswer }

    app.post<{ Body: Static<typeof SignIn> }>(
      '/session',
      {
        config,
        schema: contract({ id: 'signIn', tags, summary: 'Sign in by password', body: SignIn, answers }),
      },
      async (req, reply) => {
        const { email, password, totp } = req.body
        const caller = callerOf(req, email)
        const emailKey = userEmailKey(email)
        await requireSignInTurn(ctx, caller, emailKey)
        const whom: HashingFor =
          caller.device === undefined
            ? { lane: 'stranger', source: caller.network }
            : { lane: 'known', source: emailKey }
        const signedIn = await signIn(ctx, { email, password, totp }, whom, watchedArrival(req, reply))
        return welcome(req, reply, signedIn)
      },
    )

    app.post<{ Body: Static<typeof AskLink> }>(
      '/session/link',
      {
        config,
        schema: contract({
          id: 'sendSignInLink',
          tags,
          summary: 'Get a link to sign in by e-mail',
          body: AskLink,
        }),
      },
      async (req, reply) => {
        const { email, purpose = 'sign-in' } = req.body
        await requireCallerTurn(ctx, callerOf(req, email))
        // The address is looked up after the response, so that neither the response nor its time reveals
        // whether it is known.
        onceAnswered(reply, () => ctx.mailer.post(() => mailedLink(ctx, email, purpose)))
        return OK
      },
    )

    app.post<{ Body: Static<typeof CheckLink> }>(
      '/session/link/check',
      {
        config,
        schema: contract({
          id: 'checkSignInLink',
          tags,
          summary: 'Tell what a mailed link is for',
          description: 'Changes nothing: the link works as before. 403: it no longer works, or never did.',
          body: CheckLink,
          answers: { 200: OpenedLinkAnswer },
        }),
      },
      async (req) => {
        await requireCallerTurn(ctx, { network: networkOf(req.ip) })
        return { data: await openLink(ctx, req.body.token), ...OK }
      },
    )

    app.post<{ Body: Static<typeof Redeem> }>(
      '/session/redeem',
      {
        config,
        schema: contract({
          id: 'signInByLink',
          tags,
          summary: 'Sign in by the token of a mailed link',
          body: Redeem,
          answers,
        }),
      },
      async (req, reply) => {
        await requireCallerTurn(ctx, { network: networkOf(req.ip) })
        const { token, password, totp } = req.body
        return welcome(
          req,
          reply,
          await redeemLink(ctx, { token, password, totp }, watchedArrival(req, reply)),
        )
      },
    )

    app.post<{ Body: Static<typeof SetUpInput> }>(
      '/set-up',
      {
        config: { open: true, invalid: 'Invalid Publisher Data' },
        schema: contract({
          id: 'setUp',
          tags,
          summary: 'Make the first publisher and its owner',
          body: SetUpInput,
          answers,
        }),
      },
      async (req, reply) => {
        await requireCallerTurn(ctx, { network: networkOf(req.ip) })
        const { firstName = '', lastName = '', ...rest } = req.body
        const given = { firstName, lastName, ...rest, language: languageOf(req) }
        return welcome(req, reply, await setUp(ctx, given, arrivalOf(req)))
      },
    )

    app.delete(
      '/session',
      {
        config: { role: 'viewer', personal: true },
        schema: contract({ id: 'signOut', tags, summary: 'Sign out' }),
      },
      async (req, reply) => {
        const user = req.user!
        await audited(ctx, actorOf(user, req.id, ctx.now()), 'session.end', async ({ db }) => {
          await deleteSession(db, user.publisherId, tokenHash(req.sessionToken))
          return { result: undefined, subject: { kind: 'person', id: user.id } }
        })
        cookies.dropSession(reply)
        return OK
      },
    )
    return Promise.resolve()

    function callerOf(req: FastifyRequest, email: string): Caller {
      return { network: networkOf(req.ip), device: cookies.device(req, email) }
    }

    /** Refusals are recorded after the response, whose time must not reveal whether the address is known. */
    function watchedArrival(req: FastifyRequest, reply: FastifyReply): Arrival {
      const arrival = arrivalOf(req)
      const refused: Arrival['refused'] = (user, reason) =>
        onceAnswered(reply, () => {
          noteRefusedSignIn(ctx, user, reason, arrival).catch((error: unknown) =>
            req.log.warn({ err: error }, 'a refused sign-in was not noted'),
          )
        })
      return { ...arrival, refused }
    }

    /** Sets the cookie of a new session; the browser's previous session ends. */
    async function welcome(req: FastifyRequest, reply: FastifyReply, { user, token }: SignedIn) {
      const before = cookies.session(req)
      const publisherId = publisherOfToken(before)
      if (publisherId !== undefined) await deleteSession(ctx.db, publisherId, tokenHash(before))
      cookies.keepSession(reply, token)
      cookies.keepDevice(req, reply, user.email)
      const publisher = await getPublisher(ctx.db, user.publisherId)
      const google = (await ctx.providers.of(publisher.id)).google !== undefined
      return {
        data: presentMe(user, user.role, publisher, token, { partner: publisher.partner, google }),
        ...OK,
      }
    }
  }
}

export function arrivalOf(req: FastifyRequest): Arrival {
  return { requestId: req.id, userAgent: describeAgent(agentOf(req)) }
}
