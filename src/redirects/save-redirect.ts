import { findCalendar } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { linkGeneration } from '../subscribers/subscriber.ts'
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
 * Has an old address lead to a subscriber's feed (by `svc_id` or e-mail) or to that of a public calendar (by id or
 * reference). False: it did already. Refuses one that leads elsewhere, or is another publisher's.
 */
export async function addRedirect(
  ctx: AppContext,
  publisherId: number,
  address: string,
  to: string,
): Promise<boolean> {
  const key = keyOfAddress(readFeedAddress(address))
  return transact(ctx.db, async (tx) => {
    const target = await findTarget(tx, publisherId, to)
    const owner = (await listOwners(tx, [key])).get(key)
    if (owner !== undefined) {
      const there = owner === publisherId ? await findRedirect(tx, publisherId, key) : undefined
      if (there?.targetId === target.targetId) return false
      throw new AppError('conflict', 'This address leads elsewhere already')
    }
    await insertRedirects(tx, publisherId, [{ key, ...target, created: ctx.now() }])
    return true
  })
}

/** False: the address led nowhere. */
export async function removeRedirect(
  ctx: AppContext,
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
  if (subscriber)
    return { kind: 'subscriber', targetId: subscriber.id, generation: linkGeneration(subscriber) }
  const calendar = await findCalendar(tx, publisherId, to)
  if (calendar) return { kind: 'calendar', targetId: calendar.id, generation: 0 }
  throw new AppError('not_found', `There is no subscriber and no calendar [${to}]`)
}
