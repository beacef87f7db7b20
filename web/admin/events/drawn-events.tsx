import type { EventDisplayInfo, EventInput } from '@fullcalendar/react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { addDays, wallOf } from './times.ts'

/** An event as the calendar takes it, at the hour it is in the zone that is looked at. */
export function drawn(event: EventListed, zone: string, color: string): EventInput {
  const allDay = event.startTime === null
  return {
    id: event.id,
    title: event.name,
    allDay,
    start: allDay ? event.startDate : wallOf(zone, event.startAt),
    end: allDay ? addDays(event.endDate, 1) : wallOf(zone, event.endAt),
    color: 'transparent',
    contrastColor: 'var(--ink)',
    className: ['event', color, event.draft && 'event-draft', event.cancelled && 'event-off']
      .filter(Boolean)
      .join(' '),
    extendedProps: { stored: event },
  }
}

/** What stands on an event: when, what, and what is special about it. */
export function EventLabel({ info, nameOf }: { info: EventDisplayInfo; nameOf: (id: string) => string }) {
  const stored = info.event.extendedProps.stored as EventListed
  const state = [stored.cancelled && 'Called off', stored.draft && 'Draft'].filter(Boolean).join(', ')
  const list = info.view.type.startsWith('list')
  return (
    <span className="event-label" title={list ? undefined : `${stored.name} · ${nameOf(stored.calendarId)}`}>
      {info.timeText && (!list || !info.event.allDay) && <span className="event-time">{info.timeText} </span>}
      {state && <span className="event-state">{state}: </span>}
      <span className="event-name">{stored.name}</span>
      {list && (
        <span className="event-more">
          {[stored.location, nameOf(stored.calendarId)].filter(Boolean).join(' · ')}
        </span>
      )}
    </span>
  )
}
