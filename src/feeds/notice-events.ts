import { CALENDAR_END, calendarHead } from '../ics/calendar.ts'
import { renderEvent } from '../ics/event.ts'
import type { FeedHead } from './write-feed.ts'

const REMOVING = [
  'To remove this calendar:',
  'Google Calendar: Settings, this calendar, Unsubscribe.',
  'Apple Calendar: Calendars, the i beside this calendar, Delete or Unsubscribe.',
  'Outlook: right-click this calendar, Remove.',
].join('\n')

interface Notice {
  head: FeedHead
  uid: string
  /** Epoch ms: the day of the event, and its creation time. */
  at: number
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
  return oneEvent(notice, `${name}: subscription ended`, `This subscription has ended.\n\n${REMOVING}`)
}

/** The feed of a public calendar that was deleted or made a draft: one event, for the same reason. */
export function withdrawnFeed(notice: Notice): string {
  const name = notice.head.name
  return oneEvent(notice, `${name}: calendar ended`, `This calendar is no longer published.\n\n${REMOVING}`)
}

/**
 * The feed of calendars without events: one event, for the same reason. `manageUrl`: only in a subscriber's
 * feed.
 */
export function emptyFeed(notice: Notice, manageUrl?: string): string {
  const text = 'There are no events in this calendar at the moment. New ones appear here by themselves.'
  return oneEvent(notice, `${notice.head.name}: no events yet`, [text, manageUrl].filter(Boolean).join('\n'))
}

/**
 * The last event of a feed that is too large to show all events. It says how far the feed reaches. Its length
 * does not depend on the date. `today`: 00:00 UTC of the day, epoch ms.
 */
export function extentNotice(uid: string, { side, at }: Extent, today: number, manageUrl?: string): string {
  const day = new Date(at).toISOString().slice(0, 10)
  const [summary, text] =
    side === 'until'
      ? ['More events follow', `This feed is full. It shows events up to ${day}. Later ones follow in time.`]
      : [
          'Earlier events end here',
          `This feed is full. It shows events from ${day} on. Earlier ones are left out.`,
        ]
  const advice = manageUrl && `To see more, choose fewer calendars: ${manageUrl}`
  return dayEvent({ uid, at, modified: today }, summary, [text, advice].filter(Boolean).join('\n'))
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
