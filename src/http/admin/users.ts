import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { changeUser, removeUser } from '../../users/change-user.ts'
import { inviteAgain, inviteUser, mailInvitation, requireInvitationTurn } from '../../users/invite.ts'
import { removeTotp } from '../../users/second-step.ts'
import { listUsers } from '../../users/user-store.ts'
import type { Language } from '../../words/index.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { languageOf } from '../pages/language.ts'
import { presentUser } from './present-user.ts'
import { Email, LanguageName, RoleName, Switch, UserName } from './user-fields.ts'
import { UserAnswer, UsersAnswer } from './users-schemas.ts'

const ById = Type.Object({ id: Key })
const Invite = Type.Object(
  {
    email: Email,
    role: RoleName,
    name: Type.Optional(UserName),
    language: Type.Optional(LanguageName),
  },
  { label: 'Person' },
)
const Change = Type.Object(
  {
    name: Type.Optional(UserName),
    role: Type.Optional(RoleName),
    language: Type.Optional(LanguageName),
    disabled: Type.Optional(Switch),
  },
  { label: 'Person' },
)

/** The users of a publisher. Only owners may change others. */
export function userRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['People']
    const config = { role: 'owner', invalid: 'Invalid Person Data' } as const
    const answers = { 200: UserAnswer }

    app.get(
      '/people',
      {
        config: { role: 'viewer' },
        schema: contract({ id: 'listPeople', tags, summary: 'List people', answers: { 200: UsersAnswer } }),
      },
      async (req) => {
        const users = await listUsers(ctx.db, req.publisher.id)
        return { data: users.map(presentUser), ...OK }
      },
    )

    app.post<{ Body: Static<typeof Invite> }>(
      '/people',
      {
        config,
        schema: contract({ id: 'invitePerson', tags, summary: 'Invite somebody', body: Invite, answers }),
      },
      async (req) => {
        const { email, role, name = '', language = languageOf(req) } = req.body
        await requireInvitationTurn(ctx, req.publisher.id)
        const invitation = { email, role, name, language }
        const invited = await inviteUser(ctx.db, req.actor, invitation)
        mailInvitation(ctx, req.publisher, invited)
        return { data: presentUser(invited.user), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/people/:id/invitation',
      {
        config,
        schema: contract({
          id: 'repeatInvitation',
          tags,
          summary: 'Send the invitation again',
          params: ById,
        }),
      },
      async (req) => {
        await requireInvitationTurn(ctx, req.publisher.id)
        const invited = await inviteAgain(ctx.db, req.actor, req.params.id)
        mailInvitation(ctx, req.publisher, invited)
        return OK
      },
    )

    app.put<{ Params: Static<typeof ById>; Body: Static<typeof Change> }>(
      '/people/:id',
      {
        config,
        schema: contract({
          id: 'changePerson',
          tags,
          summary: "Change somebody's role, or switch them off",
          params: ById,
          body: Change,
          answers,
        }),
      },
      async (req) => {
        const { language, ...rest } = req.body
        const given = { ...rest, language: language as Language | undefined }
        const changed = await changeUser(ctx.db, req.actor, req.params.id, given)
        return { data: presentUser(changed), ...OK }
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/people/:id',
      { config, schema: contract({ id: 'removePerson', tags, summary: 'Remove somebody', params: ById }) },
      async (req) => {
        await removeUser(ctx.db, req.actor, req.params.id)
        return OK
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/people/:id/totp',
      {
        config,
        schema: contract({
          id: 'removeTotp',
          tags,
          summary: "Take somebody's second step away, who lost the device",
          params: ById,
        }),
      },
      async (req) => {
        // Disabling one's own second step needs the password: otherwise an open browser would be enough.
        if (req.params.id === req.user?.id)
          throw new AppError('forbidden', 'Your own second step goes with your password, at /me/totp', {
            kind: 'own_second_step',
          })
        await removeTotp(ctx, req.actor, req.publisher.id, req.params.id)
        return OK
      },
    )
    return Promise.resolve()
  }
}
