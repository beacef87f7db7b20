import { useEffect, useState } from 'preact/hooks'
import type { ListedCalendar, UpcomingEvents } from '../../src/http/widget/answers.ts'
import { getJson } from '../shared/api.ts'
import { DateLeaf } from '../shared/components/date-leaf.tsx'
import { timeOf } from '../shared/dates.ts'
import { words } from '../shared/page.ts'

const SHOWN = 3
/** Ids in one address. With more calendars, the next event of each is enough. */
const MAX_IDS = 50

type NextEvent = Exclude<ListedCalendar['nextEvent'], false>

interface NextDatesProps {
  widgetId: string
  calendars: ListedCalendar[]
  /** True if nothing may be asked of the service. */
  trial: boolean
}

/** The next events of the chosen calendars. */
export function NextDates({ widgetId, calendars, trial }: NextDatesProps) {
  // The page has these already, until the service says more.
  const [events, setEvents] = useState<NextEvent[]>(() => nextOf(calendars))
  useEffect(() => {
    if (trial || calendars.length === 0 || calendars.length > MAX_IDS) return
    const calendarIds = calendars.map(({ id }) => id).join(',')
    const query = new URLSearchParams({ calendarIds, limit: String(SHOWN) })
    void getJson<UpcomingEvents>(`/w/${widgetId}/upcoming?${query}`).then((answer) => {
      if (answer.ok) setEvents(answer.value.data)
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the choice is made
  }, [])
  if (events.length === 0) return null
  return (
    <>
      <h2>{words.subscribe.nextDates}</h2>
      <ul class="next-dates">
        {events.map((event, i) => (
          <li key={i}>
            <DateLeaf when={event} />
            <div class="text">
              <p class="name">
                <bdi>{event.name}</bdi>
              </p>
              <p class="next">
                <span>{timeOf(event) || words.common.allDay}</span>
                {event.location && (
                  <>
                    {' · '}
                    <bdi>{event.location}</bdi>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function nextOf(calendars: ListedCalendar[]): NextEvent[] {
  return calendars
    .flatMap(({ nextEvent }) => nextEvent || [])
    .sort((a, b) => a.startAt - b.startAt)
    .slice(0, SHOWN)
}
