import type { CalendarPage as Data } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { CopyField } from '../shared/components/copy-field.tsx'
import { OpenIcon } from '../shared/components/icons.tsx'
import { Logo } from '../shared/components/logo.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { PrintEnd } from '../shared/components/print-end.tsx'
import { MirrorLinks } from '../shared/components/pushed-offer.tsx'
import { words } from '../shared/page.ts'
import { EventList, Zone } from '../widget/events-list.tsx'
import { More } from '../widget/events-more.tsx'
import { useUpcoming } from '../widget/events-upcoming.ts'

/** One public calendar: its description, its next events, and how to subscribe. */
export function CalendarPage({ calendar, publisher, feed, mirror, widgetId, upcoming, next }: Data) {
  const list = useUpcoming(`/calendar/${calendar.id}/upcoming`, { data: upcoming, next })
  return (
    <Page publisher={publisher} wide>
      <div class="calendar-head">
        <Logo src={calendar.logo} name={calendar.name} />
        <h1>
          <bdi>{calendar.name}</bdi>
        </h1>
      </div>
      {calendar.note && (
        <p class="note" dir="auto">
          {calendar.note}
        </p>
      )}
      <p class="lead">{words.calendar.subscribeText}</p>
      <section class="upcoming">
        <h2>{words.calendar.upcoming}</h2>
        {list.events.length === 0 ? <p class="soft">{words.calendar.none}</p> : <Zone events={list.events} />}
        <EventList events={list.events} firstNew={list.firstNew} showCalendar={false} level={3} />
        <More list={list} />
      </section>
      <details class="more" open={!widgetId}>
        <summary>
          <OpenIcon />
          {words.calendar.feed}
        </summary>
        <p class="soft">{words.calendar.feedText}</p>
        <CopyField kind="plain" label={words.calendar.feed} value={feed.httpsCalUrl} />
      </details>
      {mirror && (
        <details class="more">
          <summary>
            <OpenIcon />
            {words.applications.googleSeconds}
          </summary>
          <MirrorLinks calendars={[{ ...calendar, mirror }]} />
        </details>
      )}
      {widgetId && (
        <div class="action">
          <LinkButton kind="main" href={`/w/${widgetId}?calendarIds=${calendar.id}`}>
            {words.calendar.subscribe}
          </LinkButton>
        </div>
      )}
      <PrintEnd />
    </Page>
  )
}
