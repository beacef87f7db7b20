import { CALENDAR_END, CALENDAR_START, calendarHead } from '../ics/calendar.ts'
import { renderEvent } from '../ics/event.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { labelled, say } from '../words/say.ts'
import type { FeedHead } from './write-feed.ts'

const REMOVING = [
  'To remove this calendar:',
  'Google Calendar: Settings, this calendar, Unsubscribe.',
  'Apple Calendar: Calendars, the i beside this calendar, Delete or Unsubscribe.',
  'Outlook: right-click this calendar, Remove.',
].join('\n')

const REMOVING_ACCOUNT = [
  'To remove this account:',
  'iPhone: Settings, Calendar, Accounts, this account, Delete.',
  'Mac: Calendar, Settings, Accounts, this account, Remove.',
  'Android: DAVx⁵, this account, Delete.',
].join('\n')

interface Notice {
  head: FeedHead
  uid: string
  /** Epoch ms: the day of the event, and its creation time. */
  at: number
}

/** The portal of a subscriber, in whose language the notice is. */
interface Portal {
  url: string
  language: Language
}

/** How far a feed reaches that is too large to show all events. */
export interface Extent {
  /** `until`: later events are left out; `since`: earlier ones. */
  side: 'until' | 'since'
  /** Epoch ms: the start of the last (`until`) or earliest (`since`) shown event. */
  at: number
}

/**
 * The feed of an ended subscription or of a replaced link: one event on the day it ended. An empty calendar
 * or an error would not do, since applications then keep the old events.
 */
export function endedFeed(notice: Notice): string {
  const name = notice.head.name
  return oneEvent(notice, endedTitle(name), `This subscription has ended.\n\n${REMOVING}`)
}

/**
 * The same event as the one object of an account. `at`: epoch ms, its day and creation time. Returns a whole calendar
 * object (RFC 4791, 4.1).
 */
export function endedObject({ name, uid, at }: { name: string; uid: string; at: number }): string {
  const text = `This subscription has ended.\n\n${REMOVING_ACCOUNT}`
  return CALENDAR_START + dayEvent({ uid, at, modified: at }, endedTitle(name), text) + CALENDAR_END
}

function endedTitle(name: string): string {
  return `${name}: subscription ended`
}

/** The feed of a public calendar that was deleted or made a draft: one event, for the same reason. */
export function withdrawnFeed(notice: Notice): string {
  const name = notice.head.name
  return oneEvent(notice, `${name}: calendar ended`, `This calendar is no longer published.\n\n${REMOVING}`)
}

/**
 * The feed of calendars without events: one event, for the same reason. `portal`: only in a subscriber's
 * feed.
 */
export function emptyFeed(notice: Notice, portal?: Portal): string {
  const language = portal?.language ?? 'en'
  const { emptyTitle, emptyText, manage } = LANGUAGES[language].feed
  const lines = [emptyText, portal && labelled(manage, portal.url, language)]
  return oneEvent(notice, labelled(notice.head.name, emptyTitle, language), lines.filter(Boolean).join('\n'))
}

/**
 * The last event of a feed that is too large to show all events. It says how far the feed reaches. Its length
 * does not depend on the date. `today`: 00:00 UTC of the day, epoch ms.
 */
export function extentNotice(uid: string, { side, at }: Extent, today: number, portal?: Portal): string {
  const day = new Date(at).toISOString().slice(0, 10)
  const language = portal?.language ?? 'en'
  const { untilTitle, untilText, sinceTitle, sinceText, fewer } = LANGUAGES[language].feed
  const [summary, text] = side === 'until' ? [untilTitle, untilText] : [sinceTitle, sinceText]
  const lines = [say(text, { day }), portal && labelled(fewer, portal.url, language)]
  return dayEvent({ uid, at, modified: today }, summary, lines.filter(Boolean).join('\n'))
}

function oneEvent({ head, uid, at }: Notice, summary: string, description: string): string {
  return calendarHead(head) + dayEvent({ uid, at, modified: at }, summary, description) + CALENDAR_END
}

function dayEvent(
  { uid, at, modified }: { uid: string; at: number; modified: number },
  summary: string,
  description: string,
): string {
  const day = new Date(at).toISOString().slice(0, 10)
  return renderEvent({
    ...{ uid, sequence: 0, created: modified, modified, summary, location: '', description, alarms: [] },
    when: { allDay: true, firstDay: day, lastDay: day },
  }).text
}
