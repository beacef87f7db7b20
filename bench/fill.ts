import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import { BLANK_CALENDAR } from '../src/calendars/calendar-fields.ts'
import { toRow as calendarRow } from '../src/calendars/calendar-store.ts'
import type { Tables } from '../src/db/tables/index.ts'
import { firstLink, toLinkRow } from '../src/subscribers/link-store.ts'
import { toRow } from '../src/subscribers/subscriber-store.ts'
import type { Shape } from './crowd.ts'
import { calendarId, eventId, notificationId, privateCalendarId, SINCE, subscriberId } from './crowd-ids.ts'
import { makeRecords, rowOf } from './events.ts'
import type { Publisher } from './service.ts'

/** Different events; a million of them have the same texts again under other references. */
const RECORDS = 10_000
/** Between so many, signals are heard: it can be broken off. */
const PORTION = 10_000
/** One in so many subscriptions is in the list of notifications: the older ones have been taken out. */
const NOTIFIED = 5
const APPLICATIONS = ['Google Calendar', 'Apple Calendar (iOS)', 'Apple Calendar (macOS)', 'Outlook']
const FILLED = [
  'event',
  'event_calendar',
  'subscriber',
  'subscription',
  'notification',
  'feed_link',
  'feed_read',
]

/** Fills the database of a new publisher. A million subscribers and five million events take some minutes. */
export async function fillClub(database: DatabaseSync, publisher: Publisher, shape: Shape): Promise<void> {
  // Broken off half way it is thrown away, so nothing has to last before the end.
  database.exec('pragma journal_mode = memory; pragma synchronous = off; pragma foreign_keys = off')
  database.exec('pragma cache_size = -2000000; pragma temp_store = memory')
  const indexes = dropIndexes(database)
  database.exec('begin')
  const put = inserters(database)
  const revision = await fillEvents(put, publisher, shape)
  await fillSubscribers(put, publisher, shape)
  for (let i = 0; i <= shape.calendars; i++) {
    const own = { name: `Team ${i}`, reference: `team-${i}`, genre: 'Sport', subGenre: 'Rugby', draft: false }
    const fields = { ...BLANK_CALENDAR, ...own }
    put(
      'calendar',
      calendarRow(publisher.publisherId, calendarId(i), fields, { number: revision, at: SINCE }),
    )
    put('directory', { kind: 'calendar', key: calendarId(i), publisher_id: publisher.publisherId })
  }
  database.exec(`update publisher_revision set revision = ${revision + shape.subscribers}`)
  database.exec('commit')
  for (const sql of indexes) database.exec(sql)
  database.exec('pragma journal_mode = wal')
}

/** Calendars get theirs first. Then everybody gets a first private event, a second one, and so on. */
async function fillEvents(put: Put, { publisherId }: Publisher, shape: Shape): Promise<number> {
  const total = (shape.calendars + 1) * shape.eventsPerCalendar + shape.subscribers * shape.privateEvents
  const nobody = { svcId: '', calendarId: '' }
  const records = makeRecords(Math.min(total, RECORDS), [nobody], shape.details)
  let count = 0
  function add(calendar: string, isPrivate: boolean, alsoIn: string[] = []) {
    const record = { ...records[count % records.length]!, calendarId: calendar, reference: mixed(count) }
    const row = rowOf(publisherId, record, Math.ceil(count / 1000), SINCE + count, {
      id: eventId(count++),
      isPrivate,
    })
    put('event', { ...row, also_in: alsoIn.length > 0 ? JSON.stringify(alsoIn) : null })
    for (const calendar_id of alsoIn)
      put('event_calendar', { publisher_id: publisherId, calendar_id, event_id: row.id, imported: 0 })
  }
  const followed = Array.from({ length: shape.calendars }, (_, i) => calendarId(i))
  for (let i = 0; i <= shape.calendars; i++) {
    const others = shape.shared && i < shape.calendars ? followed.filter((id) => id !== calendarId(i)) : []
    for (let k = 0; k < shape.eventsPerCalendar; k++) add(calendarId(i), false, others)
  }
  for (let k = 0; k < shape.privateEvents; k++) {
    for (let i = 0; i < shape.subscribers; i++) {
      if (i % PORTION === 0) await setImmediate()
      add(privateCalendarId(i), true)
    }
  }
  return Math.ceil(count / 1000)
}

async function fillSubscribers(put: Put, { publisherId, widgets }: Publisher, shape: Shape): Promise<void> {
  const profile = { firstName: 'Zoë', lastName: 'Brönnimann', country: 'CH', zip: '8001' }
  for (let i = 0; i < shape.subscribers; i++) {
    if (i % PORTION === 0) await setImmediate()
    const at = SINCE + i
    const email = `fan.${mixed(i)}@example.com`
    const own = { publisher_id: publisherId, subscriber_id: subscriberId(i) }
    const subscriber = {
      ...{ id: subscriberId(i), publisherId, privateCalendarId: privateCalendarId(i), email, profile },
      ...{ active: true, endedAt: null, reminders: null, remindersAt: 0, confirmedAt: at },
      ...{ source: 'Widget' as const, widgetId: widgets[0]!.id, created: at, modified: at },
    }
    put('subscriber', toRow(subscriber, { number: 1, at, now: at }))
    put('feed_link', toLinkRow(firstLink(publisherId, subscriberId(i), at)))
    for (const calendar of followed(i, shape))
      put('subscription', { ...own, calendar_id: calendar, created: at })
    const application = APPLICATIONS[i % APPLICATIONS.length]!
    put('feed_read', {
      ...own,
      application,
      reads: 1 + (i % 500),
      last_read_at: at,
      etag: 'bench',
      revision: 0,
    })
    if (i % NOTIFIED === 0) {
      const payload = JSON.stringify({ svcId: subscriberId(i), email, calendarNames: ['Team 0'] })
      const told = { kind: 'subscribe' as const, revision: i, payload, created: at }
      put('notification', { ...own, id: notificationId(i), ...told })
    }
  }
}

/** The calendars subscriber number `i` follows. */
function followed(i: number, { calendars, follow }: Shape): string[] {
  const others = Array.from({ length: follow - 1 }, (_, k) => 1 + ((i + k) % (calendars - 1)))
  return [0, ...others].map(calendarId)
}

/** A number spread over 16 hex characters, so that what is sorted by it comes in no order. */
function mixed(i: number): string {
  return ((BigInt(i + 1) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn).toString(16).padStart(16, '0')
}

/** Inserts a row of the service's own table: a column too few or too many is an error of types. */
type Put = <Table extends keyof Tables>(table: Table, row: Insertable<Tables[Table]>) => void

function inserters(database: DatabaseSync): Put {
  const statements: Record<string, ReturnType<DatabaseSync['prepare']>> = {}
  return (table, row) => {
    const names = Object.keys(row)
    statements[table] ??= database.prepare(
      `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`,
    )
    statements[table].run(...Object.values<SQLInputValue>(row))
  }
}

/** Drops the indexes of what is filled; they are made faster afterwards, by the statements that come back. */
function dropIndexes(database: DatabaseSync): string[] {
  const tables = FILLED.map((name) => `'${name}'`).join()
  const rows = database
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${tables})`,
    )
    .all() as { name: string; sql: string }[]
  for (const { name } of rows) database.exec(`drop index ${name}`)
  return rows.map(({ sql }) => sql)
}
