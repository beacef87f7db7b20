import { sql } from 'kysely'
import { type Db, isSqlite } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { transactUnsynced } from '../db/transact-unsynced.ts'
import { isActive } from '../reach/reach.ts'
import type { PushSubscription } from '../web-push/push-subscription.ts'
import { listPushSubscriptions } from '../web-push/push-subscription-store.ts'
import type { Language } from '../words/index.ts'
import type { Alert, RecipientState, Told } from './alert.ts'

/** A recipient whose turn it is. Nobody else takes it before `claimedUntil` (epoch ms). */
export interface Claim {
  subscriberId: string
  attempts: number
  told: Told
  claimedUntil: number
}

/** Claims recipients of an alert that are due. If this process dies, another one claims them later. */
export async function claimRecipients(
  db: Db,
  { publisherId, id }: Alert,
  limit: number,
  now: number,
  claimedUntil: number,
): Promise<Claim[]> {
  return transactUnsynced(db, async (tx) => {
    let due = tx
      .selectFrom('alert_recipient')
      .select('subscriber_id')
      .where('publisher_id', '=', publisherId)
      .where('alert_id', '=', id)
      .where('state', '=', sql.lit('waiting'))
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(limit)
    // SQLite has one writer at a time and needs no locks.
    if (!isSqlite(tx)) due = due.forUpdate().skipLocked()
    const ids = (await due.execute()).map((row) => row.subscriber_id)
    if (ids.length === 0) return []
    const rows = await tx
      .updateTable('alert_recipient')
      .set({ next_at: claimedUntil })
      .where('publisher_id', '=', publisherId)
      .where('alert_id', '=', id)
      .where(inList(tx, 'subscriber_id', ids))
      .returning(['subscriber_id', 'attempts', 'told'])
      .execute()
    return rows.map(({ subscriber_id: subscriberId, attempts, told }) => ({
      ...{ subscriberId, attempts, claimedUntil },
      told: told === null ? {} : (JSON.parse(told) as Told),
    }))
  })
}

/** Returns whether anybody waits to be told by an alert. */
export async function hasWaiting(db: Db, { publisherId, id }: Alert): Promise<boolean> {
  const row = await db
    .selectFrom('alert_recipient')
    .select('subscriber_id')
    .where('publisher_id', '=', publisherId)
    .where('alert_id', '=', id)
    .where('state', '=', sql.lit('waiting'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The changed columns of a recipient. */
export interface RecipientChange {
  state: RecipientState
  told?: Told
  attempts?: number
  /** Epoch ms. */
  nextAt?: number
  /** When a message was sent, in epoch ms. */
  at?: number
}

/** Stores what happened to a claimed recipient. Returns false if the claim has run out. */
export async function updateRecipient(
  db: Db,
  { publisherId, id }: Alert,
  claim: Claim,
  { state, told, attempts, nextAt, at }: RecipientChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_recipient')
    .set({
      state,
      ...(told && { told: JSON.stringify(told) }),
      ...(attempts !== undefined && { attempts }),
      ...(nextAt !== undefined && { next_at: nextAt }),
      ...(at !== undefined && { at }),
    })
    .where('publisher_id', '=', publisherId)
    .where('alert_id', '=', id)
    .where('subscriber_id', '=', claim.subscriberId)
    .where('next_at', '=', claim.claimedUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A subscriber whose turn it is, with everything that decides what they are told. */
export interface Person {
  id: string
  email: string
  /** True if mails may be sent: the address is confirmed, and alerts are not switched off. */
  mayMail: boolean
  /** Browsers that show notifications. */
  browsers: PushSubscription[]
  /** Empty: unknown. */
  language: Language | ''
  /** When they began to follow a calendar (epoch ms), by its id. */
  follows: Map<string, number>
  /** The revisions up to which the active applications have fetched everything. */
  read: number[]
  /** The events that alerts of the last days told, the oldest alert first. `at` is in epoch ms. */
  told: { at: number; told: Told }[]
}

/** Finds a recipient with everything that decides what they are told; undefined if they left or were erased. */
export async function findPerson(
  db: Db,
  publisherId: number,
  id: string,
  { toldSince, now }: { toldSince: number; now: number },
): Promise<Person | undefined> {
  const subscriber = await db
    .selectFrom('subscriber')
    .select(['email', 'confirmed_at', 'alerts', 'language'])
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('active', '=', 1)
    .executeTakeFirst()
  if (!subscriber) return undefined
  const follows = await db
    .selectFrom('subscription')
    .select(['calendar_id', 'created'])
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', id)
    .execute()
  const reads = await db
    .selectFrom('feed_read')
    .select(['application', 'revision', 'last_read_at'])
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', id)
    .execute()
  const told = await db
    .selectFrom('alert_recipient')
    .select(['told', 'at'])
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', id)
    .where('at', '>=', toldSince)
    .orderBy('at')
    .execute()
  return {
    id,
    email: subscriber.email,
    mayMail: subscriber.confirmed_at !== null && subscriber.alerts === 'on',
    browsers: await listPushSubscriptions(db, publisherId, [id]),
    language: subscriber.language as Language | '',
    follows: new Map(follows.map((row) => [row.calendar_id, row.created])),
    read: reads
      .filter((row) => isActive({ ...row, lastReadAt: row.last_read_at }, now))
      .map(({ revision }) => revision),
    told: told.map((row) => ({ at: row.at!, told: JSON.parse(row.told!) as Told })),
  }
}
