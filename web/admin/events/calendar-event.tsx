import type { EventDisplayInfo, EventInput } from '@fullcalendar/react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { facts, Say, say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { SeriesMark } from './event-cells.tsx'
import { addDays, wallTime } from './times.ts'

/** An event in FullCalendar's form, at its wall time in `zone`. */
export function toEventInput(event: EventListed, zone: string, color: string): EventInput {
  const allDay = event.startTime === null
  return {
    id: event.id,
    title: event.name,
    allDay,
    start: allDay ? event.startDate : wallTime(zone, event.startAt),
    end: allDay ? addDays(event.endDate, 1) : wallTime(zone, event.endAt),
    color: 'transparent',
    contrastColor: 'var(--ink)',
    className: ['event', color, event.draft && 'event-draft', event.cancelled && 'event-off']
      .filter(Boolean)
      .join(' '),
    extendedProps: { stored: event },
  }
}

/** The text on an event: time, state and title. */
export function EventLabel({ info, nameOf }: { info: EventDisplayInfo; nameOf: (id: string) => string }) {
  const stored = info.event.extendedProps.stored as EventListed
  const states = [
    ...(stored.cancelled ? [words.events.cancelled] : []),
    ...(stored.draft ? [words.kit.draft] : []),
    ...(stored.changedByHand ? [words.events.changed] : []),
  ]
  const isList = info.view.type.startsWith('list')
  const calendars = stored.calendarIds.map(nameOf)
  const title = say(words.events.nameInCalendars, { name: stored.name, calendars: facts(calendars) })
  const name = <span className="event-name">{stored.name}</span>
  return (
    <span className="event-label" title={isList ? undefined : title}>
      {info.timeText && (!isList || !info.event.allDay) && (
        <span className="event-time">{info.timeText} </span>
      )}
      {stored.seriesId !== null && <SeriesMark size={14} />}
      {states.length > 0 ? (
        <Say
          text={words.events.eventInState}
          values={{ state: <span className="event-state">{facts(states)}</span>, name }}
        />
      ) : (
        name
      )}
      {isList && (
        <span className="event-more">{[stored.location, facts(calendars)].filter(Boolean).join(' · ')}</span>
      )}
    </span>
  )
}
