import { randomBytes } from 'node:crypto'
import type { ColumnType } from '../src/db/insert-many.ts'
import type { EventTable } from '../src/db/tables/event.ts'
import { newId } from '../src/ids.ts'
import { localToUtc } from '../src/time/zone.ts'

/** A subscriber that gets private events. */
export interface Recipient {
  svcId: string
  calendarId: string
}

/** A private event as a client sends it. */
export type EventRecord = ReturnType<typeof makeRecord>

const ZONES = [
  'Europe/London',
  'Europe/Zurich',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'Asia/Kolkata',
]
const WORDS =
  'appointment clinic letters Zürich café façade 東京 会議 Ελλάδα arrive early with identification'.split(' ')
/** Events in one grouping key. */
const GROUPS = 1000
const TEXT = Array.from({ length: 5000 }, () => WORDS[random(WORDS.length)]).join(' ')

/** Private events, each for somebody picked at random. `details`: how many characters they have there. */
export function makeRecords(count: number, recipients: Recipient[], details = 300): EventRecord[] {
  const records = Array.from({ length: count }, () =>
    makeRecord(recipients[random(recipients.length)]!, details),
  )
  // As they come from a client: texts read from JSON are stored at another speed than parts of one long text.
  return JSON.parse(JSON.stringify(records))
}

function makeRecord({ svcId, calendarId }: Recipient, details: number) {
  const day = `2027-${twoDigits(1 + random(12))}-${twoDigits(1 + random(28))}`
  const hour = random(22)
  const minute = twoDigits(random(60))
  return {
    svcId,
    // Not a field of the API, which ignores it: where the event goes, for those who store it themselves.
    calendarId,
    reference: randomBytes(8).toString('hex'),
    referenceType: `visit-${random(GROUPS)}`,
    name: text(40),
    location: text(45),
    details: text(details),
    startDate: day,
    startTime: `${twoDigits(hour)}:${minute}`,
    endDate: day,
    endTime: `${twoDigits(hour + 1)}:${minute}`,
    timezone: ZONES[random(ZONES.length)]!,
    alert: '15M',
    draft: 0,
  }
}

/** The columns of the event table in the order of `toRow`. */
export const COLUMNS = {
  publisher_id: 'integer',
  id: 'text',
  calendar_id: 'text',
  private: 'integer',
  reference: 'text',
  reference_type: 'text',
  name: 'text',
  location: 'text',
  details: 'text',
  start_date: 'text',
  start_time: 'text',
  end_date: 'text',
  end_time: 'text',
  timezone: 'text',
  start_at: 'bigint',
  end_at: 'bigint',
  alert: 'text',
  alert2: 'text',
  draft: 'integer',
  sponsored_message: 'text',
  extras: 'text',
  sequence: 'integer',
  revision: 'bigint',
  created: 'bigint',
  modified: 'bigint',
} satisfies Record<keyof EventTable, ColumnType>

/** The row the service would store. */
export function toRow(
  publisherId: number,
  record: EventRecord,
  revision: number,
  now: number,
  { id = newId(), isPrivate = true } = {},
): (string | number | null)[] {
  const {
    calendarId,
    reference,
    referenceType,
    name,
    location,
    details,
    startDate,
    startTime,
    endDate,
    endTime,
    timezone,
  } = record
  const startAt = localToUtc(timezone, Date.parse(`${startDate}T${startTime}Z`))
  const endAt = localToUtc(timezone, Date.parse(`${endDate}T${endTime}Z`))
  return [
    ...[publisherId, id, calendarId, isPrivate ? 1 : 0, reference, referenceType, name, location, details],
    ...[startDate, startTime, endDate, endTime, timezone, startAt, endAt, record.alert, ''],
    ...[0, '', null, 0, revision, now, now],
  ]
}

function text(length: number): string {
  const from = random(TEXT.length - length)
  return TEXT.slice(from, from + length).trim()
}

function random(below: number): number {
  return Math.floor(Math.random() * below)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
