import { CALENDAR_END, calendarHead } from '../ics/calendar.ts'
import { renderEvent } from '../ics/event.ts'
import type { FeedHead } from './write-feed.ts'

const REMOVING = [
  'To remove this calendar:',
  'Google Calendar: Settings, this calendar, Unsubscribe.',
  'Apple Calendar: Calendars, the i beside this calendar, Delete or Unsubscribe.',
  'Outlook: right-click this calendar, Remove.',
].join('\n')

interface Stub {
  head: FeedHead
  uid: string
  /** Epoch ms: the day the event is put on, and when it was made. */
  at: number
}

/** How far a feed reaches that is too large to show everything. */
export interface Reach {
  /** `until`: later events are left out; `since`: earlier ones. */
  side: 'until' | 'since'
  /** Epoch ms: when the last, or the earliest, shown event starts. */
  at: number
}

/**
 * The feed of an ended subscription or of a replaced link: one event on that day. Applications keep the old events
 * when they get an empty calendar or an error.
 */
export function endedFeed(stub: Stub): string {
  const name = stub.head.name
  return oneEvent(stub, `${name}: subscription ended`, `This subscription has ended.\n\n${REMOVING}`)
}

/** The feed of a public calendar that was deleted or is no longer public, for the same reason. */
export function withdrawnFeed(stub: Stub): string {
  const name = stub.head.name
  return oneEvent(stub, `${name}: calendar ended`, `This calendar is no longer published.\n\n${REMOVING}`)
}

/** The feed of calendars without events, for the same reason. `manageUrl`: in a subscriber's own. */
export function emptyFeed(stub: Stub, manageUrl?: string): string {
  const text = 'There are no events in this calendar at the moment. New ones appear here by themselves.'
  return oneEvent(stub, `${stub.head.name}: no events yet`, [text, manageUrl].filter(Boolean).join('\n'))
}

/**
 * The last event of a feed that is too large to show everything: it says how far the feed reaches. Its length does not
 * depend on the date. `today`: 00:00 UTC of the day, epoch ms.
 */
export function reachNotice(uid: string, { side, at }: Reach, today: number, manageUrl?: string): string {
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

function oneEvent({ head, uid, at }: Stub, summary: string, description: string): string {
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
