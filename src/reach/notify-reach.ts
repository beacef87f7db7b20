import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { findChangedEvents } from '../events/event-change-store.ts'
import { nextRevision, type Revision } from '../revisions/revision.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import type { ChangeKey, Reach } from './reach.ts'
import { findNotifiedPercents, setNotifiedPercent } from './reach-notification-store.ts'
import { keyOf } from './reach-store.ts'

/** The percentages of active subscribers that are notified of, the highest first. */
const PERCENTS = [99, 90, 50] as const
type Percent = (typeof PERCENTS)[number]

/** The most events that a notification names. */
const MOST_EVENTS = 100
/** Notifications of one transaction. It holds the publisher's lock. */
const AT_ONCE = 100

type Counts = ChangeKey & Pick<Reach, 'active' | 'reached'>
type Passed = Counts & { percent: Percent }

/**
 * Notifies callbacks of each change that reached a higher percentage of the active subscribers than they were
 * notified of. A transaction writes the notifications together with the percentages, under the publisher's lock, so
 * that each is recorded once, whichever processes count, and whenever they are killed.
 */
export async function notifyReach(
  db: Db,
  publisherId: number,
  counted: Counts[],
  now: number,
): Promise<void> {
  const passed = counted.flatMap((counts): Passed[] => {
    const percent = percentOf(counts)
    return percent === undefined ? [] : [{ ...counts, percent }]
  })
  // Usually there is nothing to notify of, and no lock to take.
  const higher = await withoutNotified(db, publisherId, passed)
  for (let from = 0; from < higher.length; from += AT_ONCE) {
    await transact(db, async (tx) => {
      const revision = await nextRevision(tx, publisherId, now)
      const left = await withoutNotified(tx, publisherId, higher.slice(from, from + AT_ONCE))
      for (const change of left) await notify(tx, publisherId, change, revision)
    })
  }
}

/** Returns the highest percentage that was reached; undefined below the lowest, and without active subscribers. */
function percentOf({ active, reached }: Counts): Percent | undefined {
  if (active === 0) return undefined
  return PERCENTS.find((percent) => reached * 100 >= active * percent)
}

async function withoutNotified(db: Db, publisherId: number, passed: Passed[]): Promise<Passed[]> {
  if (passed.length === 0) return []
  const oldest = Math.min(...passed.map(({ revision }) => revision))
  const notified = await findNotifiedPercents(db, publisherId, oldest)
  return passed.filter((change) => change.percent > (notified.get(keyOf(change)) ?? 0))
}

async function notify(tx: Db, publisherId: number, change: Passed, revision: Revision): Promise<void> {
  const { calendarId, percent, active, reached } = change
  const { eventIds, count } = await findChangedEvents(tx, publisherId, change, MOST_EVENTS)
  // The calendar was deleted after the count, and its changes with it.
  if (count === 0) return
  await setNotifiedPercent(tx, publisherId, change, percent)
  const payload = {
    ...{ kind: 'change.reached' as const, calendarId, revision: change.revision },
    ...{ percent, active, reached, eventIds, eventCount: count },
    timestamp: String(Math.floor(revision.at / 1000)),
  }
  await recordNotification(tx, publisherId, 'change.reached', payload, revision)
}
