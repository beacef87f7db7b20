import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { GuideData } from '../src/http/pages/book.ts'
import type { PageData, Visit } from '../src/http/pages/page.ts'
import type {
  CalendarPage as CalendarData,
  EventPage as EventData,
  EventsPageData,
  PlainDonePage,
  PlainFormPage,
  WidgetConfig,
} from '../src/http/widget/answers.ts'
import type { EventView } from '../src/widgets/event-view.ts'
import { CalendarPage } from './calendar/calendar-page.tsx'
import { GuidePage } from './docs/guide-page.tsx'
import { EventPage } from './event/event-page.tsx'
import { unconnectedHost } from './shared/host.ts'
import { openPage, pageData } from './shared/page.ts'
import { EventsPage } from './widget/events-page.tsx'
import { ListView } from './widget/list-view.tsx'
import { MonthView } from './widget/month-view.tsx'
import { PlainDone } from './widget/plain-done.tsx'
import { PlainForm, readPlainForm } from './widget/plain-form.tsx'

export { readPlainForm }

const EVENT_VIEWS = { list: ListView, month: MonthView }

/** The pages that the server renders, by the name `sendPage` knows them by. */
const PAGES: Record<string, (search: string) => VNode> = {
  calendar: () => <CalendarPage {...pageData<CalendarData>()} />,
  guide: () => <GuidePage {...pageData<GuideData>()} />,
  event: () => <EventPage {...pageData<EventData>()} />,
  events: (search) => events('list', search),
  month: (search) => events('month', search),
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

function events(view: EventView, search: string): VNode {
  const host = unconnectedHost(search)
  return <EventsPage {...pageData<EventsPageData>()} {...{ host, view }} views={EVENT_VIEWS} />
}

/** Renders the content of a page as HTML; undefined if only its script can. */
export function render(name: string, page: PageData<unknown>, visit: Visit): string | undefined {
  const content = PAGES[name]
  if (!content) return undefined
  openPage(page, visit.timeZone)
  return renderToString(content(visit.search))
}
