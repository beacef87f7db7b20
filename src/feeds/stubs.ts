import { CALENDAR_END, calendarHead } from '../ics/calendar.ts'
import { renderEvent } from '../ics/event.ts'
import type { FeedHead } from './assemble.ts'

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

/**
 * What a feed says once its subscription has ended or its link was replaced: one event on that day.
 * Applications keep the old events when they get an empty calendar or an error.
 */
export function endedFeed(stub: Stub): Buffer {
  return oneEvent(
    stub,
    `${stub.head.name}: subscription ended`,
    `This subscription has ended.\n\n${REMOVING}`,
  )
}

/** What a feed says while there is nothing in it, for the same reason. `manageUrl`: in a subscriber's own. */
export function emptyFeed(stub: Stub, manageUrl?: string): Buffer {
  const text = 'There are no events in this calendar at the moment. New ones appear here by themselves.'
  return oneEvent(stub, `${stub.head.name}: no events yet`, [text, manageUrl].filter(Boolean).join('\n'))
}

function oneEvent({ head, uid, at }: Stub, summary: string, description: string): Buffer {
  const day = new Date(at).toISOString().slice(0, 10)
  const { text } = renderEvent({
    uid,
    sequence: 0,
    created: at,
    modified: at,
    when: { allDay: true, firstDay: day, lastDay: day },
    summary,
    location: '',
    description,
    alarms: [],
  })
  return Buffer.from(calendarHead(head) + text + CALENDAR_END)
}
