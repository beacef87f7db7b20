import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transact.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { changeOwnPassword } from '../../users/change-password.ts'
import { changeUser } from '../../users/change-user.ts'
import { endOtherSessions } from '../../users/end-sessions.ts'
import { confirmTotp, disableTotp, enrolTotp, renewBackupCodes } from '../../users/second-step.ts'
import { actorOf } from '../../users/start-session.ts'
import { tokenHash } from '../../users/token.ts'
import type { Language } from '../../words/index.ts'
import { Done, ERRORS, OK } from '../api/schemas.ts'
import type { Cookies } from './cookies.ts'
import { CodesAnswer, MeAnswer, PersonAnswer, SecretAnswer } from './people-schemas.ts'
import { presentMe, presentPerson } from './present-user.ts'
import { arrivalOf } from './session.ts'
import { Code, LanguageName, Password, PersonName } from './user-schemas.ts'

const Me = Type.Object(
  { name: Type.Optional(PersonName), language: Type.Optional(LanguageName) },
  { label: 'Person' },
)
const NewPassword = Type.Object({ current: Type.Optional(Password), password: Password }, { label: 'Person' })
const Proof = Type.Object({ password: Password }, { label: 'Person' })
const Confirmation = Type.Object({ code: Code }, { label: 'Person' })

/** Who is signed in, and what people change of themselves. It is theirs wherever they act. */
export function meRoutes(ctx: AppContext, cookies: Cookies) {
  return (app: FastifyInstance) => {
    const tags = ['Me']
    const config = { role: 'viewer', personal: true, invalid: 'Invalid Person Data' } as const
    const response = { 200: MeAnswer, ...ERRORS }
    const done = { 200: Done, ...ERRORS }
    const codes = { 200: CodesAnswer, ...ERRORS }

    app.get(
      '/me',
      { config: { role: 'viewer' }, schema: { tags, summary: 'Who is signed in, and where', response } },
      async (req) => {
        const { user, role, publisher, sessionToken } = req
        const home =
          user && user.publisherId !== publisher.id ? await getPublisher(ctx.db, user.publisherId) : publisher
        return { data: presentMe(user, role, publisher, sessionToken, home.partner), ...OK }
      },
    )

    app.put<{ Body: Static<typeof Me> }>(
      '/me',
      {
        config,
        schema: {
          tags,
          summary: 'Change your name or language',
          body: Me,
          response: { 200: PersonAnswer, ...ERRORS },
        },
      },
      async (req) => {
        const { name, language } = req.body
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        const given = { name, language: language as Language | undefined }
        const changed = await transact(ctx.db, (tx) => changeUser(tx, actor, user.id, given))
        return { data: presentPerson(changed), ...OK }
      },
    )

    app.post<{ Body: Static<typeof NewPassword> }>(
      '/me/password',
      { config, schema: { tags, summary: 'Change your password', body: NewPassword, response } },
      async (req, reply) => {
        const { current, password } = req.body
        const { user, token } = await changeOwnPassword(ctx, req.user!, { current, password }, arrivalOf(req))
        cookies.keepSession(reply, token)
        const publisher = await getPublisher(ctx.db, user.publisherId)
        return { data: presentMe(user, user.role, publisher, token, publisher.partner), ...OK }
      },
    )

    app.delete(
      '/me/sessions',
      { config, schema: { tags, summary: 'Sign out everywhere else', response: done } },
      async (req) => {
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        await transact(ctx.db, (tx) => endOtherSessions(tx, actor, user, tokenHash(req.sessionToken)))
        return OK
      },
    )

    app.post<{ Body: Static<typeof Proof> }>(
      '/me/totp',
      {
        config,
        schema: {
          tags,
          summary: 'Begin with codes as a second step',
          body: Proof,
          response: { 200: SecretAnswer, ...ERRORS },
        },
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
        schema: { tags, summary: 'Ask for codes from now on', body: Confirmation, response: codes },
      },
      async (req) => {
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        return { data: { backupCodes: await confirmTotp(ctx, actor, user, req.body.code) }, ...OK }
      },
    )

    app.post<{ Body: Static<typeof Proof> }>(
      '/me/totp/backup-codes',
      { config, schema: { tags, summary: 'Get new backup codes', body: Proof, response: codes } },
      async (req) => {
        const user = req.user!
        const actor = actorOf(user, req.id, ctx.now())
        return { data: { backupCodes: await renewBackupCodes(ctx, actor, user, req.body.password) }, ...OK }
      },
    )

    app.delete<{ Body: Static<typeof Proof> }>(
      '/me/totp',
      { config, schema: { tags, summary: 'Ask for no more codes', body: Proof, response: done } },
      async (req) => {
        const user = req.user!
        await disableTotp(ctx, actorOf(user, req.id, ctx.now()), user, req.body.password)
        return OK
      },
    )
    return Promise.resolve()
  }
}
