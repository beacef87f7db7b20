import { EVENT_FIELDS } from '../event-fields.ts'
import { filled, flag, id, text, time, whole } from '../expect.ts'
import type { Json } from '../signed-requests.ts'

/** The expected record of an event. `event`: the input. */
export function eventRecord(event: Json, type: 'fixture' | 'private'): object {
  const record: Record<string, unknown> = {
    id,
    type,
    publisherId: whole,
    publisherOrgId: whole,
    ...EVENT_FIELDS,
    allDay: flag,
    shortUrl: text,
    startGmt: /^\d{8}T\d{6}Z$/,
    endGmt: /^\d{8}T\d{6}Z$/,
    created: time,
    modified: time,
    startDateFull: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
    endDateFull: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
    due: /^(\d+ days?)?$/,
    calendarId: filled,
    ...sent(event),
  }
  for (let n = 1; n <= 10; n++)
    for (const part of ['name', 'url', 'original_url'])
      record[`quickLink[${n}][${part}]`] = event[`quickLink[${n}][${part}]`] ?? text
  return record
}

/** The input fields as the record has them. */
function sent({ svcId: _, allDay, calendarId, ...others }: Json): object {
  return { ...others, ...(allDay && { allDay: allDay === 'yes' }), ...(calendarId && { calendarId }) }
}

/** Invalid values of event fields, with descriptions. */
export const BAD_VALUES: [field: string, value: unknown, what: string][] = [
  ['name', undefined, 'missing'],
  ['name', '', 'that is empty'],
  ['name', 'x'.repeat(501), 'of 501 characters'],
  ['startDate', undefined, 'missing'],
  ['startDate', '2027-02-30', 'that does not exist'],
  ['startDate', '14.06.2027', 'of another form'],
  ['endDate', undefined, 'missing'],
  ['endDate', '2001-01-01', 'before the start'],
  ['startTime', undefined, 'missing'],
  ['startTime', '25:00', 'that does not exist'],
  ['endTime', undefined, 'missing'],
  ['allDay', 'maybe', 'that is neither yes nor no'],
  ['timezone', 'Mars/Base', 'that does not exist'],
  ['alert', '15X', 'of no known unit'],
  ['draft', 2, 'that is 2'],
  ['details', 'x'.repeat(8001), 'of 8001 characters'],
  ['location', 'x'.repeat(256), 'of 256 characters'],
  ['quickLink[1][url]', 'javascript:alert(1)', 'that is no web address'],
]
