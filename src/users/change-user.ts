import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Language } from '../words/index.ts'
import { type Actor, audited } from './audit.ts'
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

/** Changes the given fields of a user. Disabling ends all sessions. */
export function changeUser(db: Db, actor: Actor, id: string, change: UserChange): Promise<User> {
  const { publisherId } = actor
  return audited({ db }, actor, 'person.change', async (within) => {
    const owners = await lockOwners(within.db, publisherId)
    const user = await getUser(within.db, publisherId, id)
    const changed: User = {
      ...user,
      name: change.name ?? user.name,
      role: change.role ?? user.role,
      language: change.language ?? user.language,
      disabled: change.disabled ?? user.disabled,
    }
    if (actor.id === id && !mayAs(user.role, changed.role))
      throw new AppError('forbidden', 'Nobody can give themselves a higher role', { kind: 'own_role' })
    if (changed.role !== 'owner' || changed.disabled) requireAnotherOwner(owners, user)
    await updateUser(within.db, changed)
    if (changed.disabled) await signOutEverywhere(within.db, changed)
    return {
      result: changed,
      subject: { kind: 'person', id },
      before: presentForLog(user),
      after: presentForLog(changed),
    }
  })
}

/** Deletes a user. The audit log keeps their actions. */
export async function removeUser(db: Db, actor: Actor, id: string): Promise<void> {
  await audited({ db }, actor, 'person.remove', async (within) => {
    const owners = await lockOwners(within.db, actor.publisherId)
    const user = await getUser(within.db, actor.publisherId, id)
    requireAnotherOwner(owners, user)
    await deleteUser(within.db, user)
    return { result: undefined, subject: { kind: 'person', id }, before: presentForLog(user) }
  })
}

/**
 * Throws if no other owner would be left. If the owner has ever signed in, another one must have signed in
 * too: an invitation may never arrive.
 */
function requireAnotherOwner(owners: User[], user: User): void {
  if (!owners.some((owner) => owner.id === user.id)) return
  const others = owners.filter((owner) => owner.id !== user.id)
  if (others.some((other) => user.lastSignIn === null || other.lastSignIn !== null)) return
  throw new AppError('conflict', 'This is the last owner. Make somebody else an owner first.', {
    kind: 'last_owner',
  })
}

async function signOutEverywhere(tx: Db, user: User): Promise<void> {
  await deleteSessionsOf(tx, user.publisherId, user.id)
  await deleteLinksOf(tx, user.publisherId, user.id)
}
