import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { changeOwnPassword } from '../../users/change-password.ts'
import { changeUser } from '../../users/change-user.ts'
import { endOtherSessions } from '../../users/end-sessions.ts'
import { confirmTotp, disableTotp, enrolTotp, renewBackupCodes } from '../../users/second-step.ts'
import { actorOf } from '../../users/start-session.ts'
import { tokenHash } from '../../users/token.ts'
import type { Language } from '../../words/index.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import type { Cookies } from './cookies.ts'
import { presentMe, presentUser } from './present-user.ts'
import { arrivalOf } from './session.ts'
import { Code, LanguageName, Password, UserName } from './user-fields.ts'
import { CodesAnswer, MeAnswer, SecretAnswer, UserAnswer } from './users-schemas.ts'

const Me = Type.Object(
  { name: Type.Optional(UserName), language: Type.Optional(LanguageName) },
  { label: 'Person' },
)
const NewPassword = Type.Object({ current: Type.Optional(Password), password: Password }, { label: 'Person' })
const Proof = Type.Object({ password: Password }, { label: 'Person' })
const Confirmation = Type.Object({ code: Code }, { label: 'Person' })

/** The signed-in user and their own settings, which are the same in all sub-accounts. */
export function meRoutes(ctx: AppContext, cookies: Cookies) {
  return (app: FastifyInstance) => {
    const tags = ['Me']
    const config = { role: 'viewer', personal: true, invalid: 'Invalid Person Data' } as const
    const answers = { 200: MeAnswer }
    const codes = { 200: CodesAnswer }
    const hasGoogle = async (publisherId: number) =>
      (await ctx.providers.of(publisherId)).google !== undefined

    app.get(
      '/me',
      {
        config: { role: 'viewer' },
        schema: contract({ id: 'getMe', tags, summary: 'Who is signed in, and where', answers }),
      },
      async (req) => {
        const { user, role, publisher, sessionToken } = req
        const home =
          user && user.publisherId !== publisher.id ? await getPublisher(ctx.db, user.publisherId) : publisher
        return {
          data: presentMe(user, role, publisher, sessionToken, {
            partner: home.partner,
            google: await hasGoogle(publisher.id),
          }),
          ...OK,
        }
      },
    )

    app.put<{ Body: Static<typeof Me> }>(
      '/me',
      {
        config,
        schema: contract({
          id: 'changeMe',
          tags,
          summary: 'Change your name or language',
          body: Me,
          answers: { 200: UserAnswer },
        }),
      },
      async (req) => {
        const { name, language } = req.body
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        const given = { name, language: language as Language | undefined }
        const changed = await changeUser(ctx.db, actor, user.id, given)
        return { data: presentUser(changed), ...OK }
      },
    )

    app.post<{ Body: Static<typeof NewPassword> }>(
      '/me/password',
      {
        config,
        schema: contract({
          id: 'changeMyPassword',
          tags,
          summary: 'Change your password',
          body: NewPassword,
          answers,
        }),
      },
      async (req, reply) => {
        const { current, password } = req.body
        const { user, token } = await changeOwnPassword(ctx, req.user!, { current, password }, arrivalOf(req))
        cookies.keepSession(reply, token)
        const publisher = await getPublisher(ctx.db, user.publisherId)
        return {
          data: presentMe(user, user.role, publisher, token, {
            partner: publisher.partner,
            google: await hasGoogle(publisher.id),
          }),
          ...OK,
        }
      },
    )

    app.delete(
      '/me/sessions',
      { config, schema: contract({ id: 'endMyOtherSessions', tags, summary: 'Sign out everywhere else' }) },
      async (req) => {
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        await endOtherSessions(ctx.db, actor, user, tokenHash(req.sessionToken))
        return OK
      },
    )

    app.post<{ Body: Static<typeof Proof> }>(
      '/me/totp',
      {
        config,
        schema: contract({
          id: 'enrolTotp',
          tags,
          summary: 'Begin with codes as a second step',
          body: Proof,
          answers: { 200: SecretAnswer },
        }),
      },
      async (req) => {
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        return { data: await enrolTotp(ctx, actor, user, req.body.password), ...OK }
      },
    )

    app.post<{ Body: Static<typeof Confirmation> }>(
      '/me/totp/confirm',
      {
        config,
        schema: contract({
          id: 'confirmTotp',
          tags,
          summary: 'Ask for codes from now on',
          body: Confirmation,
          answers: codes,
        }),
      },
      async (req) => {
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        return { data: { backupCodes: await confirmTotp(ctx, actor, user, req.body.code) }, ...OK }
      },
    )

    app.post<{ Body: Static<typeof Proof> }>(
      '/me/totp/backup-codes',
      {
        config,
        schema: contract({
          id: 'renewBackupCodes',
          tags,
          summary: 'Get new backup codes',
          body: Proof,
          answers: codes,
        }),
      },
      async (req) => {
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        return { data: { backupCodes: await renewBackupCodes(ctx, actor, user, req.body.password) }, ...OK }
      },
    )

    app.delete<{ Body: Static<typeof Proof> }>(
      '/me/totp',
      {
        config,
        schema: contract({ id: 'disableTotp', tags, summary: 'Ask for no more codes', body: Proof }),
      },
      async (req) => {
        const user = req.user!
        await disableTotp(ctx, actorOf(user, req.id, ctx.now()), user, req.body.password)
        return OK
      },
    )
    return Promise.resolve()
  }
}
