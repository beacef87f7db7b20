import { isDeepStrictEqual } from 'node:util'
import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Figure, figureDay } from '../figures/figure.ts'
import { addToFigures, countLeft } from '../figures/figure-store.ts'
import { newId } from '../ids.ts'
import { nextRevision, type Revision } from '../publishers/revision.ts'
import {
  insertRedirects,
  listOwners,
  listRedirectsByKey,
  type Redirect,
} from '../redirects/redirect-store.ts'
import { subscribePayload } from '../webhooks/notification.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import type { SubscriberRow } from './import-row.ts'
import { findKnown, insertSubscribers } from './import-store.ts'
import { emailKey, linkGeneration, type Subscriber } from './subscriber.ts'
import { getSubscriber, updateSubscriber } from './subscriber-store.ts'
import { addSubscriptions, listSubscribedCalendarIds, removeSubscriptions } from './subscription-store.ts'

/** Less than the whole context, so that a large table fits into little memory. */
export type ImportContext = Pick<AppContext, 'db' | 'now' | 'config'>

export interface ImportRules {
  /** People who are known already become what the table says; else they stay as they are. */
  update: boolean
  /** Callbacks are told of everybody who is added. */
  notify: boolean
  /** Everything is looked at and nothing is written. */
  dryRun: boolean
  /** See `RowRules`. */
  newIds: boolean
}

/** What became of a row. `known`: there already, and nothing changed but perhaps an old address. */
export interface RowOutcome {
  row: SubscriberRow
  outcome: 'added' | 'changed' | 'known' | 'fault'
  /** The `svc_id`; empty: none. */
  id: string
  /** Empty unless it is a fault. */
  message: string
}

/**
 * Brings some people of a table in, in one transaction, with the identifiers they have. A row is done whole or not
 * at all. No two rows may be of one person or address; see `keysOfRow`.
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
    const added = plan
      .filter(({ outcome }) => outcome === 'added')
      .map((item) => toSubscriber(item.row, publisherId, revision))
    await insertSubscribers(tx, publisherId, added, revision)
    await addToFigures(
      tx,
      publisherId,
      added.flatMap(({ subscriber }) => figuresOf(subscriber)),
    )
    if (rules.notify) await tell(tx, publisherId, added, revision)

    const outcomes: RowOutcome[] = []
    const redirects: Redirect[] = []
    const ids = new Map(added.map(({ row, subscriber }) => [row, subscriber.id]))
    for (const { row, outcome, id, message, newKeys } of plan) {
      const changed =
        outcome === 'known' && rules.update && (await change(tx, publisherId, id, row, revision))
      const person = ids.get(row) ?? id
      outcomes.push({ row, outcome: changed ? 'changed' : outcome, id: person, message })
      if (newKeys.length === 0) continue
      const generation = ids.has(row) ? 0 : linkGeneration(await getSubscriber(tx, publisherId, person))
      const target = { kind: 'subscriber', targetId: person, generation, created: revision.at } as const
      redirects.push(...newKeys.map((key) => ({ key, ...target })))
    }
    await insertRedirects(tx, publisherId, redirects)
    return outcomes
  })
}

/** What of a row no other row of one call may have. */
export function keysOfRow(row: SubscriberRow): string[] {
  return [emailKey(row.email), ...(row.id ? [row.id] : []), ...row.addressKeys]
}

interface Planned extends RowOutcome {
  /** Addresses that are still to lead to this person. */
  newKeys: string[]
}

async function planImport(
  db: Db,
  publisherId: number,
  rows: SubscriberRow[],
  { newIds }: ImportRules,
): Promise<Planned[]> {
  const ids = rows.flatMap(({ id }) => id || [])
  const known = await findKnown(
    db,
    publisherId,
    ids,
    rows.map(({ email }) => emailKey(email)),
  )
  const keys = rows.flatMap((row) => row.addressKeys)
  const owners = keys.length > 0 ? await listOwners(db, keys) : new Map<string, number>()
  const own = keys.length > 0 ? await listRedirectsByKey(db, publisherId, keys) : []
  const leadsTo = new Map(own.map(({ key, targetId }) => [key, targetId]))
  return rows.map((row) => {
    const [byId, byEmail] = [known.byId.get(row.id), known.byEmail.get(emailKey(row.email))]
    const person = (byId ?? byEmail)?.id ?? row.id
    const message = refusal()
    const newKeys = row.addressKeys.filter((key) => !owners.has(key))
    if (message) return { row, outcome: 'fault', id: '', message, newKeys: [] }
    return { row, outcome: byId || byEmail ? 'known' : 'added', id: person, message: '', newKeys }

    function refusal(): string {
      if (known.erased.has(row.id)) return `[${row.id}] was erased here and is not brought back`
      if (byId && byId.emailKey !== emailKey(row.email)) return `[${row.id}] has another e-mail here`
      if (row.id && byEmail && byEmail.id !== row.id && !newIds)
        return `[${row.email}] has the svc_id [${byEmail.id}] here`
      const taken = row.addressKeys.some((key) => owners.has(key) && leadsTo.get(key) !== person)
      return taken ? 'The old feed address leads to somebody else already' : ''
    }
  })
}

function toSubscriber(row: SubscriberRow, publisherId: number, { at }: Revision) {
  const subscriber: Subscriber = {
    id: row.id || newId(at),
    publisherId,
    email: row.email,
    active: row.active,
    endedAt: row.active ? null : at,
    privateCalendarId: newId(at),
    rotations: [],
    reminders: null,
    remindersAt: 0,
    profile: row.profile,
    source: 'API',
    widgetId: '',
    created: row.created ?? at,
    modified: at,
  }
  return { row, subscriber, calendarIds: row.active ? (row.calendarIds ?? []) : [] }
}

/** Who joined counts on the day they did; who has left, on the day that is known of it. */
function figuresOf({ active, created, endedAt }: Subscriber): Figure[] {
  const joined: Figure = { name: 'joined', day: figureDay(created), value: 1 }
  return active ? [joined] : [joined, { name: 'left', day: figureDay(endedAt!), value: 1 }]
}

async function tell(
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

/** Makes a known person what the table says; who has left here does not come back by it. False: nothing to do. */
async function change(
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
  const [gone, come] = [[...followed.difference(wanted)], [...wanted.difference(followed)]]
  if (isDeepStrictEqual(before, after) && gone.length + come.length === 0) return false
  await updateSubscriber(tx, after, revision)
  if (gone.length > 0) await removeSubscriptions(tx, publisherId, id, gone)
  await addSubscriptions(tx, publisherId, id, come, revision.at)
  if (!row.active) await countLeft(tx, publisherId, revision.at)
  return true
}
