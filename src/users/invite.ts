import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Mail } from '../mail/mail.ts'
import { accountMail } from '../mail/messages.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { countRequest } from '../publishers/request-window.ts'
import type { Language } from '../words/index.ts'
import { type Actor, audit } from './audit.ts'
import { deleteLinksOf, insertLink, linkUrl } from './sign-in-link.ts'
import { presentForLog, type Role, type User } from './user.ts'
import { getUser, insertUser, listUsers } from './user-store.ts'

/** So many people are enough for a publisher. */
const MOST = 500
/** So many invitations a publisher sends in an hour. */
const INVITATIONS = { requests: 30, lengthMs: 3_600_000 }

export interface Invitation {
  email: string
  name: string
  role: Role
  language: Language
}

/** A person with the token of its invitation, to be mailed once the transaction is through. */
export interface Invited {
  user: User
  token: string
}

/** A new person, who may sign in by the invitation. */
export async function inviteUser(tx: Db, actor: Actor, invitation: Invitation): Promise<Invited> {
  const { publisherId, at } = actor
  if ((await listUsers(tx, publisherId)).length >= MOST)
    throw new AppError('conflict', `There can be ${MOST} people`)
  const user = newUser(publisherId, invitation, at)
  await insertUser(tx, user)
  const token = await insertLink(tx, 'invitation', { publisherId, userId: user.id }, at)
  await audit(tx, actor, 'person.invite', { kind: 'person', id: user.id }, null, presentForLog(user))
  return { user, token }
}

/** A fresh invitation for who has not come yet; the one before is useless then. */
export async function inviteAgain(tx: Db, actor: Actor, id: string): Promise<Invited> {
  const { publisherId, at } = actor
  const user = await getUser(tx, publisherId, id)
  if (user.disabled) throw new AppError('conflict', 'This person is switched off')
  if (user.lastSignIn !== null) throw new AppError('conflict', 'This person has signed in already')
  await deleteLinksOf(tx, publisherId, id, 'invitation')
  const token = await insertLink(tx, 'invitation', { publisherId, userId: id }, at)
  await audit(tx, actor, 'person.invite-again', { kind: 'person', id }, null, null)
  return { user, token }
}

/** Counts an invitation: mails go to whoever is named. */
export async function requireInvitationTurn(ctx: AppContext, publisherId: number): Promise<void> {
  const { limits } = ctx.database
  const { allowed, resetMs } = await countRequest(limits, publisherId, 'invitation', INVITATIONS, ctx.now())
  if (allowed) return
  throw new AppError('too_many', `There can be ${INVITATIONS.requests} invitations in an hour`, {
    retryAfter: resetMs / 1000,
  })
}

/** Mails an invitation; nobody waits for it. */
export function mailInvitation(ctx: AppContext, publisher: Publisher, { user, token }: Invited): void {
  const link = linkUrl(ctx.config.http.publicUrl, 'invitation', token)
  const mail: Mail = accountMail('invitation', user.email, publisher.company, link, user.language)
  ctx.mailer.post(() => Promise.resolve(mail))
}

/** Invites the owner of a publisher that was just made, to the e-mail it was made with. */
export async function inviteOwner(
  ctx: AppContext,
  publisher: Publisher,
  madeBy: Pick<Actor, 'kind' | 'id' | 'name' | 'requestId'> & { homeId?: number },
  language: Language = 'en',
): Promise<User> {
  const { email, firstName, lastName } = publisher
  const invitation = { email, name: `${firstName} ${lastName}`.trim(), role: 'owner' as const, language }
  const actor = { homeId: publisher.id, ...madeBy, publisherId: publisher.id, at: ctx.now() }
  const invited = await transact(ctx.db, (tx) => inviteUser(tx, actor, invitation))
  mailInvitation(ctx, publisher, invited)
  return invited.user
}

/** A person as it begins: without password, and with nothing to do but sign in. */
export function newUser(publisherId: number, { email, name, role, language }: Invitation, now: number): User {
  return {
    id: newId(now),
    publisherId,
    email: email.trim(),
    name,
    role,
    passwordHash: null,
    totpSecret: null,
    totpConfirmed: false,
    totpStep: 0,
    backupCodes: [],
    language,
    disabled: false,
    created: now,
    lastSignIn: null,
  }
}
