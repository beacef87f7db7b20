import { isDeepStrictEqual } from 'node:util'
import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import {
  insertRedirects,
  listOwners,
  listRedirectsByKey,
  type Redirect,
} from '../redirects/redirect-store.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { countLeft, countsOfCalendars, countsOfPerson } from '../statistics/origins.ts'
import type { Count } from '../statistics/statistic.ts'
import { addCounts } from '../statistics/statistic-store.ts'
import { type FeedLink, offeredApplication } from '../subscribers/feed-link.ts'
import { reservedIds } from '../subscribers/link-request-store.ts'
import { firstLink, getCurrentLink, lastLinkNumbers } from '../subscribers/link-store.ts'
import { subscribePayload } from '../subscribers/notification-payloads.ts'
import { emailKey, originOf, type Subscriber } from '../subscribers/subscriber.ts'
import { getSubscriber, updateSubscriber } from '../subscribers/subscriber-store.ts'
import {
  addSubscriptions,
  listSubscribedCalendarIds,
  removeSubscriptions,
} from '../subscribers/subscription-store.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import type { SubscriberRow } from './import-row.ts'
import { findExisting, insertPeople } from './import-store.ts'

/** Only a part of the context, so that the command line can import large tables with little memory. */
export type ImportContext = Pick<AppContext, 'db' | 'now' | 'config'>

export interface ImportRules {
  /** Update existing subscribers from the table; otherwise they stay unchanged. */
  update: boolean
  /** Send notifications for added subscribers. */
  notify: boolean
  /** Check everything and write nothing. */
  dryRun: boolean
  /** See `RowRules`. */
  newIds: boolean
}

/**
 * The result of a row. `known`: the subscriber exists and was not changed, except perhaps for a new old address.
 */
export interface RowOutcome {
  row: SubscriberRow
  outcome: 'added' | 'changed' | 'known' | 'fault'
  /** The `svc_id`, or empty. */
  id: string
  /** The error, or empty. */
  message: string
}

/**
 * Imports some rows of a table in one transaction, and keeps their identifiers. Each row is imported
 * completely or not at all. No two rows may share a subscriber or an address; see `keysOfRow`.
 */
export async function importSubscribers(
  ctx: ImportContext,
  publisherId: number,
  rows: SubscriberRow[],
  rules: ImportRules,
): Promise<RowOutcome[]> {
  if (rules.dryRun) return planImport(ctx.db, publisherId, rows, rules)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const plan = await planImport(tx, publisherId, rows, rules)
    const people = plan
      .filter(({ outcome }) => outcome === 'added')
      .map((item) => toSubscriber(item, publisherId, revision))
    const added = await withLinks(tx, publisherId, people)
    await insertPeople(tx, publisherId, added, revision)
    await addCounts(tx, publisherId, added.flatMap(countsOf))
    if (rules.notify) await notifyAdded(tx, publisherId, added, revision)

    const outcomes: RowOutcome[] = []
    const redirects: Redirect[] = []
    const ids = new Map(added.map(({ row, subscriber }) => [row, subscriber.id]))
    for (const { row, outcome, id, message, newKeys } of plan) {
      const changed =
        outcome === 'known' && rules.update && (await updateExisting(tx, publisherId, id, row, revision))
      const subscriberId = ids.get(row) ?? id
      outcomes.push({ row, outcome: changed ? 'changed' : outcome, id: subscriberId, message })
      if (newKeys.length === 0) continue
      const { number: generation } = await getCurrentLink(tx, publisherId, subscriberId)
      const target = { kind: 'subscriber', targetId: subscriberId, generation, created: revision.at } as const
      redirects.push(...newKeys.map((key) => ({ key, ...target })))
    }
    await insertRedirects(tx, publisherId, redirects)
    return outcomes
  })
}

/** Returns the keys of a row that must be unique within one call. */
export function keysOfRow(row: SubscriberRow): string[] {
  return [emailKey(row.email), ...(row.id ? [row.id] : []), ...row.addressKeys]
}

interface Planned extends RowOutcome {
  /** Old addresses that have to be redirected to this subscriber. */
  newKeys: string[]
  /** The id that pending links of this address have; empty if there is none. */
  reservedId: string
}

async function planImport(
  db: Db,
  publisherId: number,
  rows: SubscriberRow[],
  { newIds }: ImportRules,
): Promise<Planned[]> {
  const ids = rows.flatMap(({ id }) => id || [])
  const emailKeys = rows.map(({ email }) => emailKey(email))
  const reserved = await reservedIds(db, publisherId, emailKeys)
  const existing = await findExisting(db, publisherId, [...ids, ...reserved.values()], emailKeys)
  const keys = rows.flatMap((row) => row.addressKeys)
  const owners = keys.length > 0 ? await listOwners(db, keys) : new Map<string, number>()
  const own = keys.length > 0 ? await listRedirectsByKey(db, publisherId, keys) : []
  const targets = new Map(own.map(({ key, targetId }) => [key, targetId]))
  return rows.map((row) => {
    const [byId, byEmail] = [existing.byId.get(row.id), existing.byEmail.get(emailKey(row.email))]
    const subscriberId = (byId ?? byEmail)?.id ?? row.id
    const message = refusal()
    const newKeys = row.addressKeys.filter((key) => !owners.has(key))
    if (message) return { row, outcome: 'fault', id: '', message, newKeys: [], reservedId: '' }
    const reservedId = freeId(reserved.get(emailKey(row.email)))
    return {
      row,
      outcome: byId || byEmail ? 'known' : 'added',
      id: subscriberId,
      message: '',
      newKeys,
      reservedId,
    }

    function refusal(): string {
      if (existing.erased.has(row.id)) return `[${row.id}] was erased here and is not brought back`
      if (byId && byId.emailKey !== emailKey(row.email)) return `[${row.id}] has another e-mail here`
      if (row.id && byEmail && byEmail.id !== row.id && !newIds)
        return `[${row.email}] has the svc_id [${byEmail.id}] here`
      const taken = row.addressKeys.some((key) => owners.has(key) && targets.get(key) !== subscriberId)
      return taken ? 'The old feed address leads to somebody else already' : ''
    }
  })

  /** An earlier row may have named the reserved id as that of another address. */
  function freeId(id = ''): string {
    return existing.byId.has(id) || existing.erased.has(id) || ids.includes(id) ? '' : id
  }
}

function toSubscriber({ row, reservedId }: Planned, publisherId: number, { at }: Revision) {
  const subscriber: Subscriber = {
    id: row.id || reservedId || newId(at),
    publisherId,
    email: row.email,
    active: row.active,
    endedAt: row.active ? null : at,
    privateCalendarId: newId(at),
    reminders: null,
    remindersAt: 0,
    profile: row.profile,
    source: 'API',
    widgetId: '',
    confirmedAt: at,
    created: row.created ?? at,
    modified: at,
  }
  return { row, subscriber, calendarIds: row.active ? (row.calendarIds ?? []) : [] }
}

/** Gives each new subscriber a link, after those that are pending under this id. */
async function withLinks<T extends { subscriber: Subscriber }>(tx: Db, publisherId: number, people: T[]) {
  const ids = people.map(({ subscriber }) => subscriber.id)
  const last = await lastLinkNumbers(tx, publisherId, ids)
  return people.map((person) => {
    const { id: subscriberId, created } = person.subscriber
    const number = (last.get(subscriberId) ?? -1) + 1
    const application = offeredApplication(person.subscriber.profile.applications?.at(-1) ?? '')
    const link: FeedLink = { ...firstLink(publisherId, subscriberId, created), number, application }
    return { ...person, link }
  })
}

/**
 * People count as joined on the day of creation. The day on which they left is not in the table, so they
 * count as left today.
 */
function countsOf({ subscriber, calendarIds }: { subscriber: Subscriber; calendarIds: string[] }): Count[] {
  const { active, created, endedAt } = subscriber
  const joined = [
    ...countsOfPerson('joined', created, originOf(subscriber)),
    ...countsOfCalendars('joined', created, calendarIds),
  ]
  return active ? joined : [...joined, ...countsOfPerson('left', endedAt!, originOf(subscriber))]
}

async function notifyAdded(
  tx: Db,
  publisherId: number,
  added: { subscriber: Subscriber; calendarIds: string[] }[],
  revision: Revision,
): Promise<void> {
  for (const { subscriber, calendarIds } of added.filter(({ subscriber }) => subscriber.active)) {
    const calendars = await listCalendarsById(tx, publisherId, calendarIds)
    const payload = subscribePayload(subscriber, calendars, revision.at)
    await recordNotification(tx, publisherId, 'subscribe', payload, revision)
  }
}

/**
 * Updates a subscriber from the table. Subscribers who unsubscribed here stay unsubscribed. Returns false if nothing
 * changed.
 */
async function updateExisting(
  tx: Db,
  publisherId: number,
  id: string,
  row: SubscriberRow,
  revision: Revision,
): Promise<boolean> {
  const before = await getSubscriber(tx, publisherId, id)
  if (!before.active) return false
  const after: Subscriber = {
    ...before,
    profile: { ...before.profile, ...row.profile },
    active: row.active,
    endedAt: row.active ? null : revision.at,
  }
  const followed = new Set(await listSubscribedCalendarIds(tx, publisherId, id))
  const wanted = new Set(row.active && row.calendarIds ? row.calendarIds : followed)
  const [removed, added] = [[...followed.difference(wanted)], [...wanted.difference(followed)]]
  if (isDeepStrictEqual(before, after) && removed.length + added.length === 0) return false
  await updateSubscriber(tx, after, revision)
  if (removed.length > 0) await removeSubscriptions(tx, publisherId, id, removed, revision.at)
  await addSubscriptions(tx, publisherId, id, added, revision.at)
  if (!row.active) await countLeft(tx, publisherId, revision.at, originOf(before), [...followed])
  return true
}
