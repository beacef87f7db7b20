import { localToUtc, utcToLocal } from '../time/zone.ts'
import {
  APPLICATIONS,
  type CalendarApplication,
  EXCHANGE_SUBJECT,
  GOOGLE_DESCRIPTION,
} from './calendar-applications.ts'
import { type CancelledDisplay, cancelledText } from './cancelled-text.ts'
import type { EventFields } from './event.ts'
import { cutTitle, type FeedEvent, lettersOf } from './event-display.ts'

export interface EventWarning {
  code: string
  /** `stop`: nobody sees the event. */
  level: 'stop' | 'warn' | 'note'
  /** One or two sentences. */
  text: string
  /** The numbers and names in the text, for pages that say it in another language. */
  values?: Record<string, number | string>
  /** The field that it is about, by its name in the input. */
  field?: string
  applications?: CalendarApplication['id'][]
}

/** The facts that warnings depend on. Times are epoch ms, sizes octets. */
export interface Circumstances {
  event: EventFields
  seen: FeedEvent
  hasTimeZone: boolean
  /** The TZID of the event's times in the feed; undefined: UTC, or all day. */
  feedZone: string | undefined
  now: number
  /** The window of the feed around today. */
  window: { from: number; to: number }
  /** Null for a private event. */
  calendar: { draft: boolean } | null
  /** How the publisher's feeds show cancelled events. */
  cancelledDisplay: CancelledDisplay
  /** Null: the calendar has no public feed. */
  feed: FeedSize | null
}

/** The size of a calendar's public feed that includes the event. */
export interface FeedSize {
  bytes: number
  /** The maximum size of a feed in octets. */
  most: number
  /** How far the feed reaches now, in epoch ms; null: it shows all events. */
  extent: { side: 'until' | 'since'; at: number } | null
}

const HOUR_MS = 3_600_000
/** A feed gets a warning above this part of the maximum size. */
const NEAR = 0.8
/** The smallest number of title letters that a phone's list shows. */
const PHONE_LIST = Math.min(...APPLICATIONS.map((application) => application.list))

const RULES: ((c: Circumstances) => EventWarning | false | undefined)[] = [
  ({ event }) =>
    event.draft && {
      ...{ code: 'draft', level: 'stop', field: 'draft' },
      text: 'This is a draft. Nobody sees it until it is published.',
    },
  ({ event, calendar }) =>
    !event.draft &&
    calendar?.draft && {
      ...{ code: 'draft-calendar', level: 'stop', field: 'calendarId' },
      text: 'The calendar is a draft. Nobody sees its events until the calendar is published.',
    },
  ({ event, window }) =>
    event.endAt < window.from && {
      ...{ code: 'left-feeds', level: 'stop', field: 'startDate' },
      text: 'It ended before the days that your feeds keep, so it is not in them any more.',
    },
  ({ event, window }) =>
    event.startAt >= window.to && {
      ...{ code: 'not-yet-in-feeds', level: 'stop', field: 'startDate' },
      text: 'It starts after the days that your feeds show. It appears once it is closer.',
    },
  ({ event, now }) =>
    event.endAt < now && {
      ...{ code: 'past', level: 'warn', field: 'startDate' },
      text: 'It is over. Check the date.',
    },
  ({ event, cancelledDisplay }) =>
    event.cancelled && {
      ...{ code: 'cancelled', level: 'note', text: cancelledText(cancelledDisplay) },
      values: { mode: cancelledDisplay.mode, mark: cancelledDisplay.mark },
    },
  shortNotice,
  ({ seen }) =>
    lettersOf(seen.title).length > PHONE_LIST && {
      ...{ code: 'title-long', level: 'warn', field: 'name' },
      text: `The title has ${lettersOf(seen.title).length} letters. Lists on phones show about ${PHONE_LIST}: “${cutTitle(seen.title, PHONE_LIST)}” Put what matters first.`,
      values: {
        ...{ count: lettersOf(seen.title).length, most: PHONE_LIST },
        shown: cutTitle(seen.title, PHONE_LIST),
      },
      applications: APPLICATIONS.filter(({ list }) => list === PHONE_LIST).map(({ id }) => id),
    },
  ({ seen }) =>
    seen.title.length > EXCHANGE_SUBJECT && {
      ...{ code: 'title-outlook', level: 'warn', field: 'name' },
      text: `Outlook keeps the first ${EXCHANGE_SUBJECT} characters of a title. The rest is lost there.`,
      values: { most: EXCHANGE_SUBJECT },
      applications: ['outlook-com', 'outlook'],
    },
  ({ seen }) =>
    seen.description.length > GOOGLE_DESCRIPTION && {
      ...{ code: 'details-long', level: 'warn', field: 'details' },
      text: `Google keeps about ${GOOGLE_DESCRIPTION.toLocaleString('en')} characters of details and links. The last links may be missing.`,
      values: { most: GOOGLE_DESCRIPTION },
      applications: ['google', 'android'],
    },
  ({ event }) =>
    /<\/?[a-z][a-z0-9]*(\s[^<>]*)?>/i.test(event.details) && {
      ...{ code: 'html', level: 'warn', field: 'details' },
      text: 'The details have HTML in them. Most applications show the tags as text.',
    },
  ({ hasTimeZone, event }) =>
    !hasTimeZone &&
    event.startTime !== null && {
      ...{ code: 'no-time-zone', level: 'warn', field: 'timezone' },
      text: `No time zone was given, so yours is taken: ${event.timezone}.`,
      values: { zone: event.timezone },
    },
  clockChange,
  ({ event, feedZone }) =>
    event.startTime !== null &&
    feedZone === undefined &&
    event.timezone !== 'UTC' && {
      ...{ code: 'written-in-utc', level: 'note', field: 'timezone' },
      text: `The clock changes of ${event.timezone} follow no yearly rule, so the feed gives the time in UTC. It is shown at the right hour.`,
      values: { zone: event.timezone },
    },
  ({ event }) =>
    event.startTime === null && {
      ...{ code: 'all-day', level: 'note', field: 'allDay' },
      text: 'All day means this date wherever somebody is. It has no hour and no time zone.',
    },
  reminders,
  feedSize,
]

/** Warnings about an event that is not stored yet, the most important first. */
export function warningsOf(circumstances: Circumstances): EventWarning[] {
  const order = { stop: 0, warn: 1, note: 2 }
  return RULES.flatMap((rule) => rule(circumstances) || []).sort((a, b) => order[a.level] - order[b.level])
}

function shortNotice({ event, now }: Circumstances): EventWarning | false {
  const hours = (event.startAt - now) / HOUR_MS
  const late = APPLICATIONS.filter((application) => application.slowHours > hours)
  return (
    hours > 0 &&
    late.length > 0 && {
      ...{ code: 'short-notice', level: 'warn', field: 'startDate', applications: late.map(({ id }) => id) },
      text: `It starts in ${hours < 1.5 ? 'about an hour' : `${Math.round(hours)} hours`}. Some applications look for changes once a day, so not everybody sees it in time.`,
      values: { count: Math.max(1, Math.round(hours)) },
    }
  )
}

/** Warns of a local time that a clock change skips or repeats (RFC 5545, 3.3.5). */
function clockChange({ event }: Circumstances): EventWarning | false {
  if (event.startTime === null) return false
  const { timezone } = event
  for (const [field, time] of [
    ['startTime', `${event.startDate}T${event.startTime}Z`],
    ['endTime', `${event.endDate}T${event.endTime}Z`],
  ] as const) {
    const local = Date.parse(time)
    const instant = localToUtc(timezone, local)
    const at = { code: 'clock-change', level: 'warn', field } as const
    if (utcToLocal(timezone, instant) !== local)
      return {
        ...at,
        text: `Clocks in ${timezone} go forward then, so this time does not exist. It is read as an hour later.`,
        values: { zone: timezone, clocks: 'forward' },
      }
    const nextHour = instant + HOUR_MS
    if (utcToLocal(timezone, nextHour) === local)
      return {
        ...at,
        text: `Clocks in ${timezone} go back then, so this time comes twice. The first one is taken.`,
        values: { zone: timezone, clocks: 'back' },
      }
  }
  return false
}

function reminders({ seen }: Circumstances): EventWarning | false {
  const dropped = APPLICATIONS.filter((application) => application.reminders === 'dropped')
  return (
    seen.reminders.length > 0 && {
      ...{
        code: 'reminder-dropped',
        level: 'note',
        field: 'alert',
        applications: dropped.map(({ id }) => id),
      },
      text: 'Google Calendar, Android phones and Outlook.com show no reminder of yours. Apple asks people, and suggests to leave them out.',
    }
  )
}

/**
 * Warns of a full feed. Google refuses feeds of about 1 MB, so a feed that reaches its limit shows only the
 * nearest events.
 */
function feedSize({ feed, event, now }: Circumstances): EventWarning | false {
  if (!feed || event.draft) return false
  const { bytes, most, extent } = feed
  const kB = Math.round(most / 1000)
  const at = { level: 'warn', field: 'calendarId' } as const
  if (extent && isBeyond(event, extent, now)) {
    const day = new Date(extent.at).toISOString().slice(0, 10)
    const text =
      extent.side === 'until'
        ? `The calendar's feed is full (${kB} kB) and shows events up to ${day}. This one appears once it is nearer.`
        : `The calendar's feed is full (${kB} kB) and shows events from ${day} on. This one is not in it.`
    const values = { side: extent.side, day, size: kB }
    return { code: 'beyond-feed', level: 'stop', field: 'startDate', text, values }
  }
  if (bytes > most || extent)
    return {
      ...at,
      code: 'feed-full',
      text: `The calendar's feed is full (${kB} kB). Each new event displaces the farthest one: first the oldest of the past, then the last to come.`,
      values: { size: kB },
    }
  return (
    bytes >= most * NEAR && {
      ...at,
      code: 'feed-near-limit',
      text: `The calendar's feed is ${Math.round((100 * bytes) / most)} % full, of ${kB} kB. Once it is full, the oldest events leave it. Shorter details help.`,
      values: { bytes, most, size: kB },
    }
  )
}

/** True for an event on the side where the feed leaves events out. */
function isBeyond(event: EventFields, { side, at }: NonNullable<FeedSize['extent']>, now: number): boolean {
  return side === 'until' ? event.startAt > at : event.endAt < now && event.startAt < at
}
