import { findCalendar } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { getCurrentLink } from '../subscribers/link-store.ts'
import { findSubscriber, findSubscriberByEmail } from '../subscribers/subscriber-store.ts'
import { keyOfAddress, readFeedAddress } from './feed-address.ts'
import {
  deleteRedirects,
  findRedirect,
  insertRedirects,
  listOwners,
  type Redirect,
} from './redirect-store.ts'

/**
 * Redirects an old address to a subscriber's feed (by `svc_id` or e-mail) or to that of a public calendar (by
 * id or reference). Returns false if that redirect already exists. Refuses an address that already has
 * another target, or belongs to another publisher.
 */
export async function addRedirect(
  ctx: OperationContext,
  publisherId: number,
  address: string,
  to: string,
): Promise<boolean> {
  const key = keyOfAddress(readFeedAddress(address))
  return transact(ctx.db, async (tx) => {
    const target = await findTarget(tx, publisherId, to)
    const owner = (await listOwners(tx, [key])).get(key)
    if (owner !== undefined) {
      const existing = owner === publisherId ? await findRedirect(tx, publisherId, key) : undefined
      if (existing?.targetId === target.targetId) return false
      throw new AppError('conflict', 'This address leads elsewhere already')
    }
    await insertRedirects(tx, publisherId, [{ key, ...target, created: ctx.now() }])
    return true
  })
}

/** Deletes a redirect; returns false if there was none. */
export async function removeRedirect(
  ctx: OperationContext,
  publisherId: number,
  address: string,
): Promise<boolean> {
  const key = keyOfAddress(readFeedAddress(address))
  return (await transact(ctx.db, (tx) => deleteRedirects(tx, publisherId, [key]))) > 0
}

type Target = Pick<Redirect, 'kind' | 'targetId' | 'generation'>

async function findTarget(tx: Db, publisherId: number, to: string): Promise<Target> {
  const find = to.includes('@') ? findSubscriberByEmail : findSubscriber
  const subscriber = await find(tx, publisherId, to)
  if (subscriber) {
    const { number: generation } = await getCurrentLink(tx, publisherId, subscriber.id)
    return { kind: 'subscriber', targetId: subscriber.id, generation }
  }
  const calendar = await findCalendar(tx, publisherId, to)
  if (calendar) return { kind: 'calendar', targetId: calendar.id, generation: 0 }
  throw new AppError('not_found', `There is no subscriber and no calendar [${to}]`)
}
