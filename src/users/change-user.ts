import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Language } from '../words/index.ts'
import { type Actor, audit } from './audit.ts'
import { deleteSessionsOf } from './session-store.ts'
import { deleteLinksOf } from './sign-in-link.ts'
import { mayAs, presentForLog, type Role, type User } from './user.ts'
import { deleteUser, getUser, lockOwners, updateUser } from './user-store.ts'

export interface UserChange {
  name?: string | undefined
  role?: Role | undefined
  language?: Language | undefined
  disabled?: boolean | undefined
}

/** Changes what is given of a person. Who is switched off is signed out everywhere. */
export async function changeUser(tx: Db, actor: Actor, id: string, change: UserChange): Promise<User> {
  const { publisherId } = actor
  const owners = await lockOwners(tx, publisherId)
  const user = await getUser(tx, publisherId, id)
  const changed: User = {
    ...user,
    name: change.name ?? user.name,
    role: change.role ?? user.role,
    language: change.language ?? user.language,
    disabled: change.disabled ?? user.disabled,
  }
  if (actor.id === id && !mayAs(user.role, changed.role))
    throw new AppError('forbidden', 'Nobody can give themselves a higher role')
  if (changed.role !== 'owner' || changed.disabled) requireAnotherOwner(owners, user)
  await updateUser(tx, changed)
  if (changed.disabled) await signOutEverywhere(tx, changed)
  const subject = { kind: 'person', id }
  await audit(tx, actor, 'person.change', subject, presentForLog(user), presentForLog(changed))
  return changed
}

/** Removes a person for good. The log keeps what it did. */
export async function removeUser(tx: Db, actor: Actor, id: string): Promise<void> {
  const owners = await lockOwners(tx, actor.publisherId)
  const user = await getUser(tx, actor.publisherId, id)
  requireAnotherOwner(owners, user)
  await deleteUser(tx, user)
  await audit(tx, actor, 'person.remove', { kind: 'person', id }, presentForLog(user), null)
}

/**
 * Somebody has to be left who may do everything. For an owner who has signed in that is another one who has: an
 * invitation may never arrive.
 */
function requireAnotherOwner(owners: User[], user: User): void {
  if (!owners.some((owner) => owner.id === user.id)) return
  const others = owners.filter((owner) => owner.id !== user.id)
  if (others.some((other) => user.lastSignIn === null || other.lastSignIn !== null)) return
  throw new AppError('conflict', 'This is the last owner. Make somebody else an owner first.')
}

async function signOutEverywhere(tx: Db, user: User): Promise<void> {
  await deleteSessionsOf(tx, user.publisherId, user.id)
  await deleteLinksOf(tx, user.publisherId, user.id)
}
