import {
  EVENT_FIELDS,
  type EVENT_INPUTS,
  type FieldName,
  wireName,
} from '../../../src/events/event-fields.ts'
import { words } from '../words/index.ts'
import { say } from './say.tsx'

const { events, kit } = words

const LABELS: Record<FieldName | keyof typeof EVENT_INPUTS, string> = {
  name: events.eventTitle,
  location: events.place,
  startDate: events.firstDay,
  startTime: events.start,
  endDate: events.lastDay,
  endTime: events.end,
  timezone: kit.timezone,
  alert: events.firstReminder,
  alert2: events.secondReminder,
  details: events.details,
  draft: kit.draft,
  cancelled: events.cancelled,
  twitterTag: events.hashtag,
  social: events.socialMedia,
  featured: events.featured,
  tags: events.tags,
  reference: events.reference,
  referenceType: events.referenceType,
  eventBanner: events.banner,
  focusX: events.bannerAcross,
  focusY: events.bannerDown,
  primaryLink: events.firstLink,
  secondaryLink: events.secondLink,
  sponsoredMessage: events.sponsored,
  type: events.type,
  calendarId: events.calendar,
  calendarIds: events.calendars,
  addCalendarIds: events.calendarsToAdd,
  removeCalendarIds: events.calendarsToRemove,
  join: events.join,
  allDay: events.allDay,
}

const BY_NAME = new Map<string, string>([
  ...Object.entries(LABELS).flatMap(([name, label]) => [
    [name, label] as const,
    [wireName(name), label] as const,
  ]),
  ['quickLinks', events.links],
  ['linkNames', events.linkNames],
])

/** The label of a field of an event, by its own name or by its name in the API. */
export function fieldLabel(field: string): string {
  const [, number, part] = /^quickLink\[(\d+)\]\[(name|url)\]$/.exec(field) ?? []
  if (number) return say(part === 'url' ? events.linkAddressLabel : events.linkTextLabel, { number })
  return BY_NAME.get(field) ?? field
}

/** The greatest number of characters that a field takes. */
export function maxLengthOf(field: FieldName): number | undefined {
  return (EVENT_FIELDS[field].schema as { maxLength?: number }).maxLength
}
