import { type CalendarEvent, PRIMARY_LINK, SECONDARY_LINK } from '../../events/event.ts'
import { type Publisher, publisherOrgId } from '../../publishers/publisher.ts'
import { offsetAt, utcToLocal } from '../../time/zone.ts'

const QUICK_LINKS = 10
const DAY_MS = 86_400_000

/** The full record: of public events and of batch answers. `tz`: the zone its dates and times are shown in. */
export function presentEvent(event: CalendarEvent, publisher: Publisher, now: number, tz?: string) {
  const { extras } = event
  const shown = shownTimes(event, tz)
  return {
    id: event.id,
    type: event.private ? 'private' : 'fixture',
    name: event.name,
    publisherId: publisher.id,
    publisherOrgId: publisherOrgId(publisher),
    twitterTag: extras.twitterTag ?? '',
    location: event.location,
    startDate: shown.startDate,
    startTime: shown.startTime,
    endDate: shown.endDate,
    endTime: shown.endTime,
    allDay: event.startTime === null,
    timezone: shown.timezone,
    alert: event.alert,
    alert2: event.alert2,
    details: event.details,
    draft: event.draft ? 1 : 0,
    // Only where it is so: to whom it is new, records stay as they were.
    ...(extras.cancelled && { cancelled: 1 }),
    ...presentQuickLinks(event),
    shortUrl: '',
    social: extras.social ?? {},
    featured: extras.featured ?? 0,
    tags: extras.tags ?? [],
    reference: event.reference ?? '',
    referenceType: event.referenceType ?? '',
    event_banner: extras.eventBanner ?? '',
    'focus-x': extras.focusX ?? '',
    'focus-y': extras.focusY ?? '',
    primary_link: extras.primaryLink ?? PRIMARY_LINK,
    secondary_link: extras.secondaryLink ?? SECONDARY_LINK,
    sponsored_message: event.sponsoredMessage,
    startGmt: utcStamp(event.startAt),
    endGmt: utcStamp(event.endAt),
    created: new Date(event.created).toISOString(),
    modified: new Date(event.modified).toISOString(),
    startDateFull: withOffset(event.startAt, shown.timezone),
    endDateFull: withOffset(event.endAt, shown.timezone),
    due: due(event.startAt, now),
    calendarId: event.calendarId,
  }
}

/** The shorter record of the operations with a `svc_id`. */
export function presentSubscriberEvent(event: CalendarEvent) {
  const { social } = event.extras
  const links: Record<string, string> = {}
  for (const { position, name, url } of event.extras.quickLinks ?? []) {
    links[`quickLink[${position}][name]`] = name
    links[`quickLink[${position}][url]`] = url
  }
  return {
    eventId: event.id,
    type: event.private ? 'private' : 'fixture',
    name: event.name,
    location: event.location,
    startDate: event.startDate,
    startTime: event.startTime ?? '',
    endDate: event.endDate,
    endTime: event.endTime ?? '',
    allDay: event.startTime === null ? 'yes' : 'no',
    timezone: event.timezone,
    alert: event.alert,
    ...(event.alert2 && { alert2: event.alert2 }),
    details: event.details,
    ...links,
    social: { facebook: social?.facebook ?? '', twitter: social?.twitter ?? '' },
    reference: event.reference ?? '',
    draft: event.draft ? 1 : 0,
    ...(event.extras.cancelled && { cancelled: 1 }),
    sponsored_message: event.sponsoredMessage,
  }
}

/** All thirty keys are always there. */
function presentQuickLinks(event: CalendarEvent): Record<string, string> {
  const record: Record<string, string> = {}
  for (let position = 1; position <= QUICK_LINKS; position++) {
    const link = event.extras.quickLinks?.find((candidate) => candidate.position === position)
    record[`quickLink[${position}][name]`] = link?.name ?? ''
    record[`quickLink[${position}][url]`] = link?.url ?? ''
    record[`quickLink[${position}][original_url]`] = link?.url ?? ''
  }
  return record
}

function shownTimes(event: CalendarEvent, tz: string | undefined) {
  const { startDate, endDate, timezone } = event
  // An all-day event is on its days wherever one looks from.
  if (!tz || event.startTime === null) {
    return { startDate, startTime: event.startTime ?? '', endDate, endTime: event.endTime ?? '', timezone }
  }
  const start = new Date(utcToLocal(tz, event.startAt)).toISOString()
  const end = new Date(utcToLocal(tz, event.endAt)).toISOString()
  return {
    startDate: start.slice(0, 10),
    startTime: start.slice(11, 16),
    endDate: end.slice(0, 10),
    endTime: end.slice(11, 16),
    timezone: tz,
  }
}

/** `20260815T113000Z`. */
function utcStamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** `2026-08-15T12:30:00+01:00`. */
function withOffset(at: number, timezone: string): string {
  const minutes = Math.round(offsetAt(timezone, at) / 60_000)
  const local = new Date(utcToLocal(timezone, at)).toISOString().slice(0, 19)
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`
}

/** `12 days` until the start; empty when it is past. */
function due(startAt: number, now: number): string {
  if (startAt <= now) return ''
  const days = Math.floor((startAt - now) / DAY_MS)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}
