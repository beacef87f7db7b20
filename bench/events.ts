import { randomBytes } from 'node:crypto'
import { toRow } from '../src/events/event-columns.ts'
import { newId } from '../src/ids.ts'
import { localToUtc } from '../src/time/zone.ts'
import { BLANK_EVENT } from '../test/support/blank-event.ts'

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

/** The row the service would store. */
export function rowOf(
  publisherId: number,
  { svcId: _, draft: _d, ...record }: EventRecord,
  revision: number,
  now: number,
  { id = newId(), isPrivate = true } = {},
) {
  const { timezone, startDate, startTime, endDate, endTime } = record
  const startAt = localToUtc(timezone, Date.parse(`${startDate}T${startTime}Z`))
  const endAt = localToUtc(timezone, Date.parse(`${endDate}T${endTime}Z`))
  const event = { ...BLANK_EVENT, ...record, id, private: isPrivate, draft: false, startAt, endAt }
  return toRow(publisherId, event, { number: revision, at: now, now })
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
