import type { GonePage as Data } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { say, words } from '../shared/page.ts'
import { EventList, Zone } from '../widget/events-list.tsx'

/** The page behind a link whose event has been removed: the publisher and its next events. */
export function GonePage({ publisher, widgetId, showCalendar, upcoming }: Data) {
  const values = { publisher: publisher.name }
  return (
    <Page publisher={publisher} wide>
      <h1>{words.message.goneTitle}</h1>
      <p class="lead">{say(words.message.goneText, values)}</p>
      {upcoming.length > 0 && (
        <section class="upcoming">
          <h2>{words.calendar.upcoming}</h2>
          <Zone events={upcoming} />
          <EventList events={upcoming} firstNew={0} showCalendar={showCalendar} level={3} />
        </section>
      )}
      {widgetId && upcoming.length > 0 && (
        <div class="action">
          <LinkButton kind="main" href={`/w/${widgetId}/events`}>
            {say(words.events.title, values)}
          </LinkButton>
        </div>
      )}
    </Page>
  )
}
