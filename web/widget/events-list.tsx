import { useEffect, useRef } from 'preact/hooks'
import type { UpcomingEvent } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { DateLeaf } from '../shared/components/date-leaf.tsx'
import { isOn, lastDayOf, monthOf, timesOf, venueTimeOf, zoneName } from '../shared/dates.ts'
import { say, words } from '../shared/page.ts'

interface EventListProps {
  events: UpcomingEvent[]
  /** The index of the first newly loaded event, which gets the focus; 0 if none was loaded. */
  firstNew: number
  /** Shows the calendar of each event. */
  showCalendar: boolean
  /** The heading level of months; events are one level below. */
  level?: 2 | 3
  /** Opens links in a new tab: the list is in another page. */
  newTab?: boolean
}

/** Events by month, in their order. */
export function EventList({ events, firstNew, level = 2, ...rest }: EventListProps) {
  const [Month, Name] = level === 2 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const)
  return (
    <div class="events">
      {byMonth(events).map(([month, inMonth]) => (
        <section key={month}>
          <Month class="month-name">{month}</Month>
          <ul>
            {inMonth.map((event) => (
              <EventRow
                key={event.id}
                Name={Name}
                event={event}
                isFirstNew={firstNew > 0 && event === events[firstNew]}
                {...rest}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function byMonth(events: UpcomingEvent[]): [string, UpcomingEvent[]][] {
  const months = new Map<string, UpcomingEvent[]>()
  for (const event of events) {
    const month = monthOf(event)
    months.set(month, [...(months.get(month) ?? []), event])
  }
  return [...months]
}

type EventRowProps = Pick<EventListProps, 'showCalendar' | 'newTab'> & {
  Name: 'h3' | 'h4'
  event: UpcomingEvent
  /** Gets the focus. */
  isFirstNew?: boolean
}

/** An event in a list. */
export function EventRow({ Name, event, isFirstNew = false, showCalendar, newTab = false }: EventRowProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The "more" button may be gone, so the focus moves to the first new event.
    if (isFirstNew) title.current?.focus()
  }, [isFirstNew])
  const { page, link } = event
  const target = newTab ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <li class={event.cancelled ? 'event cancelled' : 'event'}>
      <DateLeaf when={event} />
      <div class="text">
        <Name ref={title} class="event-name" tabIndex={isFirstNew ? -1 : undefined}>
          {page ? (
            <a href={page} {...target}>
              <bdi>{event.name}</bdi>
            </a>
          ) : (
            <bdi>{event.name}</bdi>
          )}
        </Name>
        <Time event={event} />
        {event.location && (
          <p>
            <bdi>{event.location}</bdi>
          </p>
        )}
        {showCalendar && event.calendarName && (
          <p class="soft">
            <bdi>{event.calendarName}</bdi>
          </p>
        )}
        {!page && event.details && (
          <details class="about">
            <summary>{words.events.details}</summary>
            <p dir="auto">{event.details}</p>
          </details>
        )}
      </div>
      {link && !event.cancelled && (
        <LinkButton href={link.url} target="_blank" rel="noopener noreferrer">
          <bdi>{link.name || words.events.about}</bdi>
        </LinkButton>
      )}
    </li>
  )
}

function Time({ event }: { event: UpcomingEvent }) {
  const [time, venueTime, lastDay] = [timesOf(event), venueTimeOf(event), lastDayOf(event)]
  return (
    <p class="when">
      {event.cancelled ? (
        <span class="off">{words.events.cancelled}</span>
      ) : (
        isOn(event, Date.now()) && <span class="now">{words.events.now}</span>
      )}
      {event.private && <span class="only">{words.events.private}</span>}
      <span>{time || words.common.allDay}</span>
      {lastDay && <span>{say(words.events.until, { date: lastDay })}</span>}
      {venueTime && <span class="soft">{say(words.common.localTime, { time: venueTime })}</span>}
    </p>
  )
}

/** Names the time zone of the times, if any event has one. */
export function Zone({ events }: { events: UpcomingEvent[] }) {
  if (!events.some(({ startTime }) => startTime !== null)) return null
  return <p class="lead">{say(words.events.zone, { zone: zoneName() })}</p>
}
