import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { EventsPageData, ListedCalendar } from '../../src/http/widget/answers.ts'
import { EVENT_VIEWS, type EventView } from '../../src/widgets/event-view.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { PrintEnd } from '../shared/components/print-end.tsx'
import type { Host } from '../shared/host.ts'
import { say, words } from '../shared/page.ts'
import { filterOf, remember, subscribeHref, withParameters } from './events-params.ts'

/** Properties of the list and of the month. */
export interface ViewProps extends Pick<EventsPageData, 'upcoming' | 'month'> {
  /** Empty in a preview, which has no further events. */
  widgetId: string
  /** The query that narrows the events to some calendars. */
  filter: string
  /** The events of the page don't match the filter. */
  stale: boolean
  showCalendar: boolean
  host: Host
}
export type View = ComponentType<ViewProps>

interface EventsPageProps extends EventsPageData {
  host: Host
  /** The view to begin with. */
  view: EventView
  /** Those that came with the page. */
  views: Partial<Record<EventView, View>>
  /** Loads another one, when somebody asks for it; not needed if `views` has all. */
  load?: (view: EventView) => Promise<View>
}

/** The events of a widget's calendars, as a list or by month, as a whole page or embedded in a publisher's. */
export function EventsPage({ config, upcoming, month, host, view, views, load }: EventsPageProps) {
  const { widget, publisher, calendars } = config
  const asked = filterOf(host.params)
  const [calendarId, setCalendarId] = useState('')
  const [shown, setShown] = useState({ view, View: views[view]! })
  const filter = calendarId ? new URLSearchParams({ calendarIds: calendarId }) : asked
  // The service has seen the query, but not the fragment, which overrides it.
  const stale = `${filter}` !== `${filterOf(new URLSearchParams(host.address.search))}`
  useEmbedding(host)
  const choose = async (view: EventView) => {
    setShown({ view, View: views[view] ?? (await load!(view)) })
    remember({ view, month: '', day: '', after: '' })
  }
  const content = (
    <>
      <h1 class={host.embedded ? 'hidden' : undefined}>
        {say(words.events.title, { publisher: publisher.name })}
      </h1>
      <div class="tools">
        {calendars.length > 1 && asked.size === 0 && (
          <CalendarFilter {...{ calendars, calendarId, host }} onChoose={setCalendarId} />
        )}
        <Views view={shown.view} search={host.address.search} onChoose={choose} />
      </div>
      <shown.View
        {...{ upcoming, month, stale, host }}
        widgetId={widget.id}
        filter={`${filter}`}
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

interface ViewsProps {
  view: EventView
  search: string
  onChoose: (view: EventView) => Promise<void>
}

/** Switches between the list and the month. */
function Views({ view, search, onChoose }: ViewsProps) {
  return (
    <nav class="views" aria-label={words.month.view}>
      {EVENT_VIEWS.map((one) => (
        <a
          key={one}
          href={withParameters(search, { view: one, month: '', day: '', after: '' })}
          rel="nofollow"
          aria-current={one === view ? 'true' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            const { href } = event.currentTarget
            // Without its script it is a page of its own.
            onChoose(one).catch(() => location.assign(href + location.hash))
          }}
        >
          {words.month[one]}
        </a>
      ))}
    </nav>
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
