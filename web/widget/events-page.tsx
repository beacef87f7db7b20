import type { UpcomingEvents, WidgetConfig } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { frame } from '../shared/frame.ts'
import { say, words } from '../shared/page.ts'
import { useEmbedding } from './events-embedding.ts'
import { EventList, Zone } from './events-list.tsx'
import { More } from './events-more.tsx'
import { filterOf, subscribeHref } from './events-params.ts'
import { useUpcoming } from './events-upcoming.ts'

export interface EventsPageData {
  config: WidgetConfig
  upcoming: UpcomingEvents
}

const around = frame()

/** What comes next in a widget's calendars: a page of its own, or a part of a publisher's. */
export function EventsPage({ config, upcoming }: EventsPageData) {
  const { widget, publisher, calendars } = config
  const filter = filterOf(around.params)
  // The service saw the query, but not what the fragment says over it.
  const stale = `${filter}` !== `${filterOf(new URLSearchParams(location.search))}`
  const list = useUpcoming(`/w/${widget.id}/upcoming?${filter}`, upcoming, stale)
  useEmbedding(around)

  const nothing = list.events.length === 0 && !list.busy && !list.problem
  const content = (
    <>
      <h1 class={around.embedded ? 'hidden' : undefined}>
        {say(words.events.title, { publisher: publisher.name })}
      </h1>
      {nothing ? <Nothing /> : <Zone events={list.events} />}
      <EventList
        events={list.events}
        firstNew={list.firstNew}
        showCalendar={calendars.length > 1}
        action={({ calendarId, calendarName }) => (
          <LinkButton
            {...subscribing(widget.id, calendarId)}
            aria-label={say(words.events.subscribeTo, { calendar: calendarName })}
          >
            {words.events.subscribe}
          </LinkButton>
        )}
      />
      <More list={list} />
      <div class="action">
        <LinkButton kind="main" {...subscribing(widget.id)}>
          {nothing ? words.events.subscribe : words.events.subscribeAll}
        </LinkButton>
      </div>
    </>
  )
  if (around.embedded) return <main class="embedded">{content}</main>
  return (
    <Page publisher={publisher} wide>
      {content}
    </Page>
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

/** Where to subscribe to a calendar, or to all that are listed: in a publisher's page, a dialog over it. */
function subscribing(widgetId: string, calendarId?: string) {
  const href = subscribeHref(widgetId, location, calendarId)
  if (!around.embedded) return { href }
  const listed = around.params.get('calendarIds')?.split(',') ?? []
  const onClick = (event: MouseEvent) => {
    // Where the page around can't be told, the link does it.
    if (!around.params.has('origin') || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    around.subscribe(calendarId ? [calendarId] : listed)
  }
  return { href, target: '_blank', rel: 'noopener', onClick }
}
