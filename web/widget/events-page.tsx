import { useEffect, useState } from 'preact/hooks'
import type { ListedCalendar, UpcomingEvents, WidgetConfig } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { PrintEnd } from '../shared/components/print-end.tsx'
import type { Host } from '../shared/host.ts'
import { say, words } from '../shared/page.ts'
import { EventList, Zone } from './events-list.tsx'
import { More } from './events-more.tsx'
import { filterOf, subscribeHref } from './events-params.ts'
import { useUpcoming } from './events-upcoming.ts'

export interface EventsPageData {
  config: WidgetConfig
  upcoming: UpcomingEvents
}

interface EventsPageProps extends EventsPageData {
  host: Host
}

/** The upcoming events of a widget's calendars, as a whole page or embedded in a publisher's. */
export function EventsPage({ config, upcoming, host }: EventsPageProps) {
  const { widget, publisher, calendars } = config
  const asked = filterOf(host.params)
  const [calendarId, setCalendarId] = useState('')
  const filter = calendarId ? new URLSearchParams({ calendarIds: calendarId }) : asked
  // The service has seen the query, but not the fragment, which overrides it.
  const stale = `${filter}` !== `${filterOf(new URLSearchParams(host.address.search))}`
  useEmbedding(host)
  const content = (
    <>
      <h1 class={host.embedded ? 'hidden' : undefined}>
        {say(words.events.title, { publisher: publisher.name })}
      </h1>
      {calendars.length > 1 && asked.size === 0 && (
        <CalendarFilter {...{ calendars, calendarId, host }} onChoose={setCalendarId} />
      )}
      <Listed
        key={`${filter}`}
        {...{ upcoming, host, stale }}
        path={`/w/${widget.id}/upcoming?${filter}`}
        showCalendar={calendars.length > 1 && calendarId === ''}
      />
      <div class="action">
        <LinkButton kind="main" {...subscribeLink(widget.id, host, calendarId)}>
          {words.events.subscribeAll}
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

interface ListedProps {
  upcoming: UpcomingEvents
  path: string
  /** The events of the page don't match the filter. */
  stale: boolean
  showCalendar: boolean
  host: Host
}

function Listed({ upcoming, path, stale, showCalendar, host }: ListedProps) {
  const list = useUpcoming(path, upcoming, stale)
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

interface FilterProps {
  calendars: ListedCalendar[]
  calendarId: string
  host: Host
  onChoose: (calendarId: string) => void
}

/** Chooses one of the calendars. Without scripts it is a form with a button. */
function CalendarFilter({ calendars, calendarId, host, onChoose }: FilterProps) {
  const others = [...new URLSearchParams(host.address.search)].filter(([name]) => name !== 'after')
  return (
    <form class="filter">
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        <span class="hidden">{words.events.calendar}</span>
        <select
          name="calendarIds"
          value={calendarId}
          onInput={(event) => onChoose(event.currentTarget.value)}
        >
          <option value="">{words.events.allCalendars}</option>
          {calendars.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button class="button">{words.events.show}</button>
      </noscript>
    </form>
  )
}

/**
 * Link attributes to subscribe to one calendar or to all listed
 * ones. In a publisher's page it opens the dialog.
 */
function subscribeLink(widgetId: string, host: Host, calendarId: string) {
  const href = subscribeHref(widgetId, host.address, calendarId)
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
