import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { PageData, Visit } from '../src/http/pages/page.ts'
import type {
  CalendarPage as CalendarData,
  EventPage as EventData,
  PlainDonePage,
  PlainFormPage,
  WidgetConfig,
} from '../src/http/widget/answers.ts'
import { CalendarPage } from './calendar/calendar-page.tsx'
import { EventPage } from './event/event-page.tsx'
import { unconnectedHost } from './shared/host.ts'
import { openPage, pageData } from './shared/page.ts'
import { EventsPage, type EventsPageData } from './widget/events-page.tsx'
import { PlainDone } from './widget/plain-done.tsx'
import { PlainForm, readPlainForm } from './widget/plain-form.tsx'

export { readPlainForm }

/** The pages that the server renders, by the name `sendPage` knows them by. */
const PAGES: Record<string, (search: string) => VNode> = {
  calendar: () => <CalendarPage {...pageData<CalendarData>()} />,
  event: () => <EventPage {...pageData<EventData>()} />,
  events: (search) => <EventsPage {...pageData<EventsPageData>()} host={unconnectedHost(search)} />,
  // Scripts show one step after the other, so who has them does not see this form.
  subscribe: (search) => (
    <noscript>
      <PlainForm config={pageData<WidgetConfig>()} search={search} />
    </noscript>
  ),
  plain: (search) => {
    const data = pageData<PlainFormPage | PlainDonePage>()
    return 'links' in data ? <PlainDone {...data} /> : <PlainForm {...data} search={search} />
  },
}

/** Renders the content of a page as HTML; undefined if only its script can. */
export function render(name: string, page: PageData<unknown>, visit: Visit): string | undefined {
  const content = PAGES[name]
  if (!content) return undefined
  openPage(page, visit.timeZone)
  return renderToString(content(visit.search))
}
