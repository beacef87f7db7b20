import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transact.ts'
import { AppError } from '../../errors.ts'
import { changeUser, removeUser } from '../../users/change-user.ts'
import { inviteAgain, inviteUser, mailInvitation, requireInvitationTurn } from '../../users/invite.ts'
import { removeTotp } from '../../users/second-step.ts'
import { listUsers } from '../../users/user-store.ts'
import type { Language } from '../../words/index.ts'
import { Done, ERRORS, Key, OK } from '../api/schemas.ts'
import { languageOf } from '../pages/language.ts'
import { PeopleAnswer, PersonAnswer } from './people-schemas.ts'
import { presentPerson } from './present-user.ts'
import { Email, LanguageName, PersonName, RoleName, Switch } from './user-schemas.ts'

const ById = Type.Object({ id: Key })
const Invite = Type.Object(
  {
    email: Email,
    role: RoleName,
    name: Type.Optional(PersonName),
    language: Type.Optional(LanguageName),
  },
  { label: 'Person' },
)
const Change = Type.Object(
  {
    name: Type.Optional(PersonName),
    role: Type.Optional(RoleName),
    language: Type.Optional(LanguageName),
    disabled: Type.Optional(Switch),
  },
  { label: 'Person' },
)

/** The people of a publisher. Only an owner changes anything of others. */
export function peopleRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const tags = ['People']
    const config = { role: 'owner', invalid: 'Invalid Person Data' } as const
    const response = { 200: PersonAnswer, ...ERRORS }
    const done = { 200: Done, ...ERRORS }

    app.get(
      '/people',
      {
        config: { role: 'viewer' },
        schema: { tags, summary: 'List people', response: { 200: PeopleAnswer, ...ERRORS } },
      },
      async (req) => {
        const users = await listUsers(ctx.db, req.publisher.id)
        return { data: users.map(presentPerson), ...OK }
      },
    )

    app.post<{ Body: Static<typeof Invite> }>(
      '/people',
      { config, schema: { tags, summary: 'Invite somebody', body: Invite, response } },
      async (req) => {
        const { email, role, name = '', language = languageOf(req) } = req.body
        await requireInvitationTurn(ctx, req.publisher.id)
        const invitation = { email, role, name, language }
        const invited = await transact(ctx.db, (tx) => inviteUser(tx, req.actor, invitation))
        mailInvitation(ctx, req.publisher, invited)
        return { data: presentPerson(invited.user), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/people/:id/invitation',
      { config, schema: { tags, summary: 'Send the invitation again', params: ById, response: done } },
      async (req) => {
        await requireInvitationTurn(ctx, req.publisher.id)
        const invited = await transact(ctx.db, (tx) => inviteAgain(tx, req.actor, req.params.id))
        mailInvitation(ctx, req.publisher, invited)
        return OK
      },
    )

    app.put<{ Params: Static<typeof ById>; Body: Static<typeof Change> }>(
      '/people/:id',
      {
        config,
        schema: {
          tags,
          summary: "Change somebody's role, or switch them off",
          params: ById,
          body: Change,
          response,
        },
      },
      async (req) => {
        const { language, ...rest } = req.body
        const given = { ...rest, language: language as Language | undefined }
        const changed = await transact(ctx.db, (tx) => changeUser(tx, req.actor, req.params.id, given))
        return { data: presentPerson(changed), ...OK }
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/people/:id',
      { config, schema: { tags, summary: 'Remove somebody', params: ById, response: done } },
      async (req) => {
        await transact(ctx.db, (tx) => removeUser(tx, req.actor, req.params.id))
        return OK
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/people/:id/totp',
      {
        config,
        schema: {
          tags,
          summary: "Take somebody's second step away, who lost the device",
          params: ById,
          response: done,
        },
      },
      async (req) => {
        // One's own goes with the password, or an open browser would be enough.
        if (req.params.id === req.user?.id)
          throw new AppError('forbidden', 'Your own second step goes with your password, at /me/totp')
        await removeTotp(ctx, req.actor, req.publisher.id, req.params.id)
        return OK
      },
    )
    return Promise.resolve()
  }
}
