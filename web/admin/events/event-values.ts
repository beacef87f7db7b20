import type { EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { addDays, todayIn } from './times.ts'

/** What the form of an event has, all as it is typed. */
export interface EventValues extends Record<string, unknown> {
  calendarId: string
  name: string
  location: string
  details: string
  allDay: boolean
  startDate: string
  startTime: string
  endDate: string
  endTime: string
  timezone: string
  alert: string
  alert2: string
  draft: boolean
  reference: string
  referenceType: string
  quickLinks: { name: string; url: string }[]
}

export const MOST_LINKS = 10

/** A new event: a week ahead in the afternoon, or on the day and at the hour that was clicked. */
export function newValues(
  zone: string,
  given: { calendarId?: string; date?: string; time?: string },
): EventValues {
  const { calendarId = '', date = addDays(todayIn(zone), 7), time = '15:00' } = given
  const hour = Number(time.slice(0, 2)) + 1
  const later = `${String(hour % 24).padStart(2, '0')}${time.slice(2)}`
  return {
    ...{ calendarId, name: '', location: '', details: '', reference: '', referenceType: '' },
    ...{ allDay: false, startDate: date, startTime: time, timezone: zone },
    ...{ endDate: hour > 23 ? addDays(date, 1) : date, endTime: later },
    ...{ alert: '', alert2: '', draft: true, quickLinks: [] },
  }
}

export function valuesOf(event: EventRecord): EventValues {
  const { calendarId, name, location, details, startDate, endDate, timezone } = event
  const { alert, alert2, draft, reference, referenceType, quickLinks } = event
  const most = Math.max(0, ...quickLinks.map(({ position }) => position))
  const at = (position: number) => quickLinks.find((link) => link.position === position)
  return {
    ...{ calendarId, name, location, details, startDate, endDate, timezone },
    ...{ alert, alert2, draft, reference, referenceType },
    allDay: event.startTime === null,
    startTime: event.startTime ?? '15:00',
    endTime: event.endTime ?? '16:00',
    // Their numbers are in links that are out already, so a gap stays one.
    quickLinks: Array.from({ length: most }, (_, i) => ({
      name: at(i + 1)?.name ?? '',
      url: at(i + 1)?.url ?? '',
    })),
  }
}

/** What is sent of the form. `before`: the event as it is stored. */
export function inputOf(values: EventValues, kind: 'public' | 'private', before?: EventRecord) {
  const { calendarId, name, location, details, startDate, endDate, timezone } = values
  const { alert, alert2, reference, referenceType, quickLinks } = values
  const positions = Math.max(quickLinks.length, ...(before?.quickLinks ?? []).map(({ position }) => position))
  const links = Array.from(
    { length: positions },
    (_, i) => [i + 1, quickLinks[i] ?? { name: '', url: '' }] as const,
  )
  return {
    ...(kind === 'public' && { calendarId }),
    ...{ name: name.trim(), location, details, startDate, endDate, alert, alert2, reference, referenceType },
    ...(timezone && { timezone }),
    ...(values.allDay
      ? { allDay: 'yes' }
      : { allDay: 'no', startTime: values.startTime, endTime: values.endTime }),
    draft: values.draft ? 1 : 0,
    ...(links.length > 0 && { quickLink: Object.fromEntries(links) }),
  }
}

/** Fields of the service by those of the form, where they differ. */
export const FIELD_NAMES = Object.fromEntries(
  Array.from({ length: MOST_LINKS }, (_, i) => [
    [`quickLink[${i + 1}][name]`, `quickLinks.${i}.name`],
    [`quickLink[${i + 1}][url]`, `quickLinks.${i}.url`],
  ]).flat(),
) as Record<string, string>

/** Which fields decide about a fault, so that nothing is complained of before it was touched. */
export const WATCHED: Record<string, string[]> = {
  endDate: ['startDate', 'startTime', 'endDate', 'endTime', 'allDay'],
  startDate: ['startDate'],
}

const LABELS: Record<string, string> = {
  name: 'Title',
  location: 'Place',
  calendarId: 'Calendar',
  timezone: 'Time zone',
  startDate: 'The first day',
  startTime: 'The start',
  endDate: 'The last day',
  endTime: 'The end',
  alert: 'The first reminder',
  alert2: 'The second reminder',
  details: 'Details',
  reference: 'The reference',
  referenceType: 'The reference type',
}

/** A complaint of the service in the words of the form: it names fields as programs do. */
export function inWords(text: string): string {
  return text
    .replace(/^Event endDate and endTime/, 'The end')
    .replace(/^Event quickLink\[(\d+)\]\[(name|url)\]/, (_, n: string, part: string) =>
      part === 'url' ? `The address of link ${n}` : `The name of link ${n}`,
    )
    .replace(/^Event (\w+)/, (whole, field: string) => LABELS[field] ?? whole)
}
