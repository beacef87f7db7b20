import { FIELD_ROWS, type FieldName, wireName } from '../../../src/events/event-fields.ts'
import type { EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { type Repeats, repeatsOf } from './repeats-values.ts'
import { addDays, todayIn } from './times.ts'

/** The values of the form. */
export interface EventValues extends Record<string, unknown> {
  /** Its home first; empty for a private event. */
  calendarIds: string[]
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
  repeats: Repeats
}

export const MAX_LINKS = 10

/** Fields that the form or the page places explicitly. */
const PLACED = new Set<FieldName>([
  ...(['name', 'location', 'startDate', 'startTime', 'endDate', 'endTime', 'timezone', 'alert'] as const),
  ...(['alert2', 'details', 'draft', 'cancelled', 'reference', 'referenceType'] as const),
])

/** The other fields of the form: texts and switches. */
export const MORE_FIELDS = FIELD_ROWS.filter(([name, { inAdmin }]) => inAdmin && !PLACED.has(name))

/** A new event: a week ahead in the afternoon, or on the day and at the hour that was clicked. */
export function newValues(
  zone: string,
  prefill: { calendarId?: string; date?: string; time?: string; location?: string },
): EventValues {
  const { calendarId, location = '', date = addDays(todayIn(zone), 7), time = '15:00' } = prefill
  const hour = Number(time.slice(0, 2)) + 1
  const later = `${String(hour % 24).padStart(2, '0')}${time.slice(2)}`
  return {
    calendarIds: calendarId ? [calendarId] : [],
    ...{ name: '', location, details: '', reference: '', referenceType: '' },
    ...{ allDay: false, startDate: date, startTime: time, timezone: zone },
    ...{ endDate: hour > 23 ? addDays(date, 1) : date, endTime: later },
    ...{ alert: '', alert2: '', draft: true, quickLinks: [], repeats: repeatsOf(date, null) },
    ...Object.fromEntries(MORE_FIELDS.map(([name, { none }]) => [name, none])),
  }
}

export function valuesOf(event: EventRecord): EventValues {
  const { name, location, details, startDate, endDate, timezone } = event
  const { alert, alert2, draft, reference, referenceType, quickLinks } = event
  const lastPosition = Math.max(0, ...quickLinks.map(({ position }) => position))
  const at = (position: number) => quickLinks.find((link) => link.position === position)
  return {
    calendarIds: event.private ? [] : event.calendarIds,
    ...{ name, location, details, startDate, endDate, timezone },
    ...{ alert, alert2, draft, reference, referenceType },
    ...Object.fromEntries(MORE_FIELDS.map(([name]) => [name, event[name as keyof EventRecord]])),
    repeats: repeatsOf(startDate, event.series),
    allDay: event.startTime === null,
    startTime: event.startTime ?? '15:00',
    endTime: event.endTime ?? '16:00',
    // Published links contain these positions, so gaps are kept.
    quickLinks: Array.from({ length: lastPosition }, (_, i) => ({
      name: at(i + 1)?.name ?? '',
      url: at(i + 1)?.url ?? '',
    })),
  }
}

/** A single event like another one, as a draft. Its reference stays with the other one. */
export function copyOf(event: EventRecord): EventValues {
  return {
    ...valuesOf(event),
    ...{ reference: '', draft: true, repeats: repeatsOf(event.startDate, null) },
  }
}

/** The next event after one was saved: the same calendars, place, times and reminders. */
export function nextValues(saved: EventValues, zone: string): EventValues {
  const { calendarIds, location, allDay, startDate, startTime, endDate, endTime, timezone } = saved
  const { alert, alert2, draft, referenceType } = saved
  return {
    ...newValues(zone, {}),
    ...{ calendarIds, location, allDay, startDate, startTime, endDate, endTime, timezone },
    ...{ alert, alert2, draft, referenceType, repeats: repeatsOf(startDate, null) },
  }
}

/** Moves the start, and the end along with it: the length stays. */
export function moveStart(
  values: EventValues,
  to: { startDate?: string; startTime?: string },
): Pick<EventValues, 'startDate' | 'startTime' | 'endDate' | 'endTime'> {
  const { startDate, startTime, endDate, endTime, allDay } = values
  const after = { startDate, startTime, ...to }
  const at = (date: string, time: string) => Date.parse(`${date}T${allDay ? '00:00' : time}Z`)
  const end = at(after.startDate, after.startTime) + at(endDate, endTime) - at(startDate, startTime)
  if (Number.isNaN(end) || at(endDate, endTime) < at(startDate, startTime))
    return { ...after, endDate, endTime }
  const [day, time] = new Date(end).toISOString().split('T') as [string, string]
  return { ...after, endDate: day, endTime: allDay ? endTime : time.slice(0, 5) }
}

/** The body of the request. `before`: the stored event. */
export function inputOf(values: EventValues, kind: 'public' | 'private', before?: EventRecord) {
  const { calendarIds, name, location, details, startDate, endDate, timezone } = values
  const { alert, alert2, reference, referenceType, quickLinks } = values
  const positions = Math.max(quickLinks.length, ...(before?.quickLinks ?? []).map(({ position }) => position))
  const links = Array.from(
    { length: positions },
    (_, i) => [i + 1, quickLinks[i] ?? { name: '', url: '' }] as const,
  )
  return {
    ...(kind === 'public' && calendarIds.length > 0 && { calendarId: calendarIds[0], calendarIds }),
    ...{ name: name.trim(), location, details, startDate, endDate, alert, alert2, reference, referenceType },
    ...(timezone && { timezone }),
    ...(values.allDay
      ? { allDay: 'yes' }
      : { allDay: 'no', startTime: values.startTime, endTime: values.endTime }),
    draft: values.draft ? 1 : 0,
    ...Object.fromEntries(
      MORE_FIELDS.map(([name]) => {
        const value = values[name]
        return [wireName(name), typeof value === 'boolean' ? Number(value) : value]
      }),
    ),
    ...(links.length > 0 && { quickLink: Object.fromEntries(links) }),
  }
}

/** The part of the body that decides about the dates of a series. */
export function timesOf({ startDate, startTime, endDate, endTime, allDay, timezone }: EventValues) {
  const times = allDay ? { allDay: 'yes' } : { allDay: 'no', startTime, endTime }
  return { startDate, endDate, ...(timezone && { timezone }), ...times }
}

/** Names in the form by the service's names, where they differ. */
export const FIELD_NAMES: Record<string, string> = {
  calendarId: 'calendarIds',
  ...(Object.fromEntries(
    Array.from({ length: MAX_LINKS }, (_, i) => [
      [`quickLink[${i + 1}][name]`, `quickLinks.${i}.name`],
      [`quickLink[${i + 1}][url]`, `quickLinks.${i}.url`],
    ]).flat(),
  ) as Record<string, string>),
}

/** The fields that an error depends on. It is shown once one of them was edited. */
export const WATCHED: Record<string, string[]> = {
  endDate: ['startDate', 'startTime', 'endDate', 'endTime', 'allDay'],
  startDate: ['startDate', 'repeats'],
}

/** The name in the form of a field of the service. */
export function formName(name: string): string {
  return /^recurrence\b/.test(name) ? 'repeats' : (FIELD_NAMES[name] ?? name)
}
