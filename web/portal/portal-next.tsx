import type { UpcomingEvents } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { words } from '../shared/page.ts'
import { EventList, Zone } from '../widget/events-list.tsx'
import { More } from '../widget/events-more.tsx'
import { useUpcoming } from '../widget/events-upcoming.ts'
import type { View } from './portal-views.ts'

/** Events that a press of the button adds. */
const MORE = 20

interface NextEventsProps {
  /** The portal's address without query. */
  path: string
  first: UpcomingEvents
  /** True: `first` is from before the calendars were changed. */
  stale: boolean
  /** Shows the calendar of each event. */
  showCalendar: boolean
  fresh: boolean
  onOpen: (view: View) => void
}

/** The next events of the person's calendar. Private ones are there only after an e-mail. */
export function NextEvents({ path, first, stale, showCalendar, fresh, onOpen }: NextEventsProps) {
  const { mine } = words
  const list = useUpcoming(`${path}/upcoming?limit=${MORE}`, first, stale)
  const nothing = list.events.length === 0 && !list.busy && !list.problem
  return (
    <section class="part next-events">
      <h2>{mine.next}</h2>
      {nothing ? <p class="soft">{mine.none}</p> : <Zone events={list.events} />}
      <EventList events={list.events} firstNew={list.firstNew} showCalendar={showCalendar} level={3} />
      <More list={list} />
      {!fresh && (
        <>
          <p class="soft">{mine.hidden}</p>
          <LinkButton
            id="open-mine"
            href="#mine"
            onClick={(event) => {
              event.preventDefault()
              onOpen('mine')
            }}
          >
            {mine.show}
          </LinkButton>
        </>
      )}
    </section>
  )
}
