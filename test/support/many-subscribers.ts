import type { Selectable } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import type { SubscriberTable } from '../../src/db/tables/subscriber.ts'
import { newId } from '../../src/ids.ts'
import { addToStatistics } from '../../src/statistics/statistic-store.ts'
import { firstLink, insertLinks } from '../../src/subscribers/link-store.ts'

const ROWS_AT_ONCE = 200

/** Inserts subscribers as they would be after a long time, in this order; what is not said is usual. */
export async function insertSubscribers(
  db: Db,
  publisherId: number,
  subscribers: (Partial<Selectable<SubscriberTable>> & { email: string })[],
): Promise<Selectable<SubscriberTable>[]> {
  const rows = subscribers.map((subscriber, index) => usual(publisherId, index, subscriber))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await insertPeople(db, publisherId, rows.slice(at, at + ROWS_AT_ONCE))
  const left = rows.filter((row) => row.active === 0).length
  await addToStatistics(db, publisherId, [
    { name: 'joined', day: '2027-01-01', value: rows.length },
    { name: 'left', day: '2027-01-01', value: left },
  ])
  return rows
}

async function insertPeople(db: Db, publisherId: number, rows: Selectable<SubscriberTable>[]): Promise<void> {
  await db.insertInto('subscriber').values(rows).execute()
  await insertLinks(
    db,
    rows.map(({ id, created }) => firstLink(publisherId, id, created)),
  )
}

function usual(
  publisherId: number,
  index: number,
  over: Partial<Selectable<SubscriberTable>> & { email: string },
): Selectable<SubscriberTable> {
  const created = Date.parse('2027-01-01T00:00:00Z') + index
  const times = { revision: 1, revision_at: created, created, modified: created }
  const ids = { publisher_id: publisherId, id: newId(), private_calendar_id: newId() }
  const none = {
    ended_at: null,
    reminders: null,
    reminders_at: 0,
    profile: '{}',
    widget_id: '',
    confirmed_at: null,
    alerts: 'on',
    mail_refusals: 0,
    language: '',
  }
  const row = { ...ids, ...times, ...none, active: 1 as const, source: 'Widget', ...over }
  return { ...row, email_key: row.email.toLowerCase() }
}
