import type { EventDisplayInfo, EventInput } from '@fullcalendar/react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
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
  const states = [stored.cancelled && 'Cancelled', stored.draft && 'Draft', stored.changedByHand && 'Changed']
  const state = states.filter(Boolean).join(', ')
  const list = info.view.type.startsWith('list')
  const calendars = stored.calendarIds.map(nameOf).join(', ')
  return (
    <span className="event-label" title={list ? undefined : `${stored.name} · ${calendars}`}>
      {info.timeText && (!list || !info.event.allDay) && <span className="event-time">{info.timeText} </span>}
      {stored.seriesId !== null && <SeriesMark size={14} />}
      {state && <span className="event-state">{state}: </span>}
      <span className="event-name">{stored.name}</span>
      {list && <span className="event-more">{[stored.location, calendars].filter(Boolean).join(' · ')}</span>}
    </span>
  )
}
