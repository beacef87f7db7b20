import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { countRequest } from '../limits/request-window.ts'
import type { Mail } from '../mail/mail.ts'
import { accountMail } from '../mail/messages.ts'
import { brandOf, type Publisher } from '../publishers/publisher.ts'
import type { Language } from '../words/index.ts'
import { type Actor, audited } from './audit.ts'
import { deleteLinksOf, insertLink, linkUrl } from './sign-in-link.ts'
import { presentForLog, type Role, type User } from './user.ts'
import { getUser, insertUser, listUsers } from './user-store.ts'

/** Users of one publisher, at most. */
const MOST = 500
/** Invitations of one publisher. */
const INVITATIONS = { requests: 30, lengthMs: 3_600_000 }

export interface Invitation {
  email: string
  name: string
  role: Role
  language: Language
}

/** A user and the token of the invitation, which is mailed after the commit. */
export interface Invited {
  user: User
  token: string
}

/** Creates a user who can sign in with the invitation. */
export function inviteUser(db: Db, actor: Actor, invitation: Invitation): Promise<Invited> {
  const { publisherId, at } = actor
  return audited({ db }, actor, 'person.invite', async (within) => {
    if ((await listUsers(within.db, publisherId)).length >= MOST)
      throw new AppError('conflict', `There can be ${MOST} people`, { kind: 'most_reached' })
    const user = newUser(publisherId, invitation, at)
    await insertUser(within.db, user)
    const token = await insertLink(within.db, 'invitation', { publisherId, userId: user.id }, at)
    return {
      result: { user, token },
      subject: { kind: 'person', id: user.id },
      after: presentForLog(user),
    }
  })
}

/** Replaces the invitation of a user who has not signed in yet; the previous link stops working. */
export function inviteAgain(db: Db, actor: Actor, id: string): Promise<Invited> {
  const { publisherId, at } = actor
  return audited({ db }, actor, 'person.invite-again', async (within) => {
    const user = await getUser(within.db, publisherId, id)
    if (user.disabled) throw new AppError('conflict', 'This person is switched off', { kind: 'person_off' })
    if (user.lastSignIn !== null)
      throw new AppError('conflict', 'This person has signed in already', { kind: 'person_joined' })
    await deleteLinksOf(within.db, publisherId, id, 'invitation')
    const token = await insertLink(within.db, 'invitation', { publisherId, userId: id }, at)
    return { result: { user, token }, subject: { kind: 'person', id } }
  })
}

/** Throws when a publisher sends too many invitations. They are limited because they go to any address. */
export async function requireInvitationTurn(
  ctx: Pick<AppContext, 'database' | 'now'>,
  publisherId: number,
): Promise<void> {
  const { limits } = ctx.database
  const { allowed, resetMs } = await countRequest(limits, publisherId, 'invitation', INVITATIONS, ctx.now())
  if (allowed) return
  throw new AppError('too_many', `There can be ${INVITATIONS.requests} invitations in an hour`, {
    retryAfter: resetMs / 1000,
  })
}

/** Queues the mail of an invitation. */
export function mailInvitation(
  ctx: Pick<AppContext, 'config' | 'mailer'>,
  publisher: Publisher,
  { user, token }: Invited,
): void {
  const link = linkUrl(ctx.config.http.publicUrl, 'invitation', token)
  const mail: Mail = accountMail('invitation', user.email, brandOf(publisher), link, user.language)
  ctx.mailer.post(() => Promise.resolve(mail))
}

/** Invites the owner of a new publisher, at the publisher's e-mail address. */
export async function inviteOwner(
  ctx: Pick<AppContext, 'db' | 'now' | 'config' | 'mailer'>,
  publisher: Publisher,
  madeBy: Pick<Actor, 'kind' | 'id' | 'name' | 'requestId'> & { homeId?: number },
  language: Language = 'en',
): Promise<User> {
  const { email, firstName, lastName } = publisher
  const invitation = { email, name: `${firstName} ${lastName}`.trim(), role: 'owner' as const, language }
  const actor = { homeId: publisher.id, ...madeBy, publisherId: publisher.id, at: ctx.now() }
  const invited = await inviteUser(ctx.db, actor, invitation)
  mailInvitation(ctx, publisher, invited)
  return invited.user
}

/** Returns a new user without a password. */
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
