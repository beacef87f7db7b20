import './events-all.css'
import type { ComponentProps } from 'preact'
import type { EventsPageData } from '../../src/http/widget/answers.ts'
import { connectHost } from '../shared/host.ts'
import { pageData, show } from '../shared/page.ts'
import { applyScheme } from '../shared/scheme.ts'
import { EventsPage, type View } from './events-page.tsx'

type Props = ComponentProps<typeof EventsPage>

const LOADERS: Record<Props['view'], () => Promise<View>> = {
  list: async () => (await import('./list-view.tsx')).ListView,
  month: async () => (await import('./month-view.tsx')).MonthView,
}

/** Opens the page of a widget's events with one of its views. */
export function openEvents(view: Props['view'], views: Props['views']): void {
  const host = connectHost()
  applyScheme(host.params.get('theme'))
  show(
    <EventsPage
      {...pageData<EventsPageData>()}
      {...{ host, view, views }}
      load={(other) => LOADERS[other]()}
    />,
  )
}
