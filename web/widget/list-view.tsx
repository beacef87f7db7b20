import { words } from '../shared/page.ts'
import { EventList, Zone } from './events-list.tsx'
import { More } from './events-more.tsx'
import type { ViewProps } from './events-page.tsx'
import { useUpcoming } from './events-upcoming.ts'

/** The events that come next. */
export function ListView(props: ViewProps) {
  return <Listed key={props.filter} {...props} />
}

function Listed({ upcoming, widgetId, filter, stale, showCalendar, host }: ViewProps) {
  const path = `/w/${widgetId}/upcoming?${filter}`
  const list = useUpcoming(path, upcoming ?? { data: [], next: '' }, stale || !upcoming)
  const nothing = list.events.length === 0 && !list.busy && !list.problem
  return (
    <>
      {nothing ? <Nothing /> : <Zone events={list.events} />}
      <EventList
        events={list.events}
        firstNew={list.firstNew}
        showCalendar={showCalendar}
        newTab={host.embedded}
      />
      <More list={list} search={host.address.search} />
    </>
  )
}

function Nothing() {
  return (
    <div class="nothing">
      <p class="what">{words.events.none}</p>
      <p class="soft">{words.events.noneText}</p>
    </div>
  )
}
