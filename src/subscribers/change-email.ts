import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { LinkOwner, LinkTarget } from '../links/links.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import type { Language } from '../words/index.ts'
import {
  deleteEmailChangesOf,
  type EmailChange,
  findEmailChange,
  insertEmailChange,
  markEmailChanged,
} from './email-change-store.ts'
import { endFreshness } from './link-store.ts'
import { emailPayload } from './notification-payloads.ts'
import { emailKey, type Subscriber } from './subscriber.ts'
import { findSubscriber, findSubscriberByEmail, getActiveSubscriber, setEmail } from './subscriber-store.ts'

/** A new address can be confirmed for this long. */
export const EMAIL_CHANGE_MS = 86_400_000

/** A change that can still be confirmed, or was. */
interface KnownChange {
  change: EmailChange
  subscriber: Subscriber
}

/**
 * The state of the link in the mail to a new address. `taken`: another subscriber of the publisher has the address.
 * `over`: it is too old, a later one replaced it, or the person has left.
 */
export type EmailChangeState =
  ({ state: 'asked' | 'done' | 'taken' } & KnownChange) | { state: 'over'; subscriber?: undefined }

/**
 * Remembers a new address that a subscriber asks for, in place of any asked for before. Whether somebody else has the
 * address decides only what is mailed to it. Throws for the address that the subscriber has.
 */
export async function askForEmail(
  ctx: OperationContext,
  { publisherId, id }: LinkOwner,
  email: string,
  language: Language,
): Promise<EmailChange> {
  return transact(ctx.db, async (tx) => {
    // The publisher's lock: two requests at the same time must not leave two links.
    const { at } = await nextRevision(tx, publisherId, ctx.now())
    const subscriber = await getActiveSubscriber(tx, publisherId, id)
    if (emailKey(subscriber.email) === emailKey(email)) throw invalid({ email: 'This is the address now' })
    await deleteEmailChangesOf(tx, publisherId, id)
    const created = { publisherId, id: newId(at), subscriberId: id, email: email.trim() }
    const change: EmailChange = { ...created, language, created: at, doneAt: null }
    await insertEmailChange(tx, change)
    return change
  })
}

/** Returns what a link to a new address can do. `target`: its `id` is that of the change. */
export async function readEmailChange(
  db: Db,
  { publisherId, id }: LinkTarget,
  now: number,
): Promise<EmailChangeState> {
  const change = await findEmailChange(db, publisherId, id)
  if (!change || now - change.created >= EMAIL_CHANGE_MS) return { state: 'over' }
  const subscriber = await findSubscriber(db, publisherId, change.subscriberId)
  if (!subscriber?.active) return { state: 'over' }
  if (change.doneAt !== null) return { state: 'done', change, subscriber }
  const other = await findSubscriberByEmail(db, publisherId, change.email)
  return { state: other && other.id !== subscriber.id ? 'taken' : 'asked', change, subscriber }
}

/** An address that a subscriber has now, and the one before; undefined if it had changed already. */
export interface ChangedEmail {
  change: EmailChange
  previousEmail: string | undefined
}

/**
 * Gives a subscriber the new address, which this proves, and notifies the publisher. A second call changes nothing.
 * Throws `forbidden` if the link is over, or somebody else has the address.
 */
export async function changeEmail(ctx: OperationContext, target: LinkTarget): Promise<ChangedEmail> {
  const { publisherId } = target
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const { at } = revision
    const found = await readEmailChange(tx, target, revision.now)
    if (found.state === 'over') throw new AppError('forbidden', 'This link has ended')
    if (found.state === 'taken')
      throw new AppError('forbidden', 'Another subscription of this publisher has the address')
    const { change, subscriber } = found
    if (found.state === 'done') return { change, previousEmail: undefined }
    const { email } = change
    await setEmail(tx, publisherId, subscriber.id, email, at)
    await markEmailChanged(tx, publisherId, change.id, at)
    await endFreshness(tx, publisherId, subscriber.id)
    const payload = emailPayload({ ...subscriber, email }, subscriber.email, at)
    await recordNotification(tx, publisherId, 'email.changed', payload, revision)
    return { change: { ...change, doneAt: at }, previousEmail: subscriber.email }
  })
}
