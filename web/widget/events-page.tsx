import { useEffect } from 'preact/hooks'
import type { UpcomingEvents, WidgetConfig } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { PrintEnd } from '../shared/components/print-end.tsx'
import { connectHost, type Host } from '../shared/host.ts'
import { say, words } from '../shared/page.ts'
import { EventList, Zone } from './events-list.tsx'
import { More } from './events-more.tsx'
import { filterOf, subscribeHref } from './events-params.ts'
import { useUpcoming } from './events-upcoming.ts'

export interface EventsPageData {
  config: WidgetConfig
  upcoming: UpcomingEvents
}

const host = connectHost()

/** The upcoming events of a widget's calendars, as a whole page or embedded in a publisher's. */
export function EventsPage({ config, upcoming }: EventsPageData) {
  const { widget, publisher, calendars } = config
  const filter = filterOf(host.params)
  // The service has seen the query, but not the fragment, which overrides it.
  const stale = `${filter}` !== `${filterOf(new URLSearchParams(location.search))}`
  const list = useUpcoming(`/w/${widget.id}/upcoming?${filter}`, upcoming, stale)
  useEmbedding(host)

  const nothing = list.events.length === 0 && !list.busy && !list.problem
  const content = (
    <>
      <h1 class={host.embedded ? 'hidden' : undefined}>
        {say(words.events.title, { publisher: publisher.name })}
      </h1>
      {nothing ? <Nothing /> : <Zone events={list.events} />}
      <EventList
        events={list.events}
        firstNew={list.firstNew}
        showCalendar={calendars.length > 1}
        action={({ calendarId, calendarName }) => (
          <LinkButton
            {...subscribeLink(widget.id, calendarId)}
            aria-label={say(words.events.subscribeTo, { calendar: calendarName })}
          >
            {words.events.subscribe}
          </LinkButton>
        )}
      />
      <More list={list} />
      <div class="action">
        <LinkButton kind="main" {...subscribeLink(widget.id)}>
          {nothing ? words.events.subscribe : words.events.subscribeAll}
        </LinkButton>
      </div>
    </>
  )
  if (host.embedded) return <main class="embedded">{content}</main>
  return (
    <Page publisher={publisher} wide>
      {content}
      <PrintEnd query={`${filter}`} />
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

/**
 * Link attributes to subscribe to one calendar or to all listed
 * ones. In a publisher's page it opens the dialog.
 */
function subscribeLink(widgetId: string, calendarId?: string) {
  const href = subscribeHref(widgetId, location, calendarId)
  if (!host.embedded) return { href }
  const listed = host.params.get('calendarIds')?.split(',') ?? []
  const onClick = (event: MouseEvent) => {
    // Without a host page that listens, the link opens as usual.
    if (!host.params.has('origin') || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    host.subscribe(calendarId ? [calendarId] : listed)
  }
  return { href, target: '_blank', rel: 'noopener', onClick }
}

/** Reports the height of this page to the host page. */
function useEmbedding(host: Host): void {
  useEffect(() => {
    if (!host.embedded) return
    const page = document.getElementById('page')!
    const observer = new ResizeObserver(() => host.height(Math.ceil(page.getBoundingClientRect().height)))
    observer.observe(page)
    host.ready()
    return () => observer.disconnect()
  }, [host])
}
