import type { EventPage as Data, UpcomingEvent } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { DateLeaf } from '../shared/components/date-leaf.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { dayOf, lastDayOf, timeOf, timesOf, venueTimeOf, zoneName } from '../shared/dates.ts'
import { say, sayCount, words } from '../shared/page.ts'

/** One public event: when and where, what belongs to it, and how to have it in a calendar. */
export function EventPage({ event, calendars, links, movedFrom, add, publisher, widgetId }: Data) {
  const isOver = event.endAt <= Date.now()
  const calendarPath = `/calendar/${event.calendarId}`
  return (
    <Page publisher={publisher}>
      <div class={event.cancelled ? 'event-head cancelled' : 'event-head'}>
        <DateLeaf when={event} />
        <h1 class="event-name">
          <bdi>{event.name}</bdi>
        </h1>
      </div>
      <State event={event} isOver={isOver} />
      <dl class="facts">
        <dt>{words.event.when}</dt>
        <dd>
          <When event={event} movedFrom={movedFrom} />
        </dd>
        {event.location && (
          <>
            <dt>{words.event.where}</dt>
            <dd>
              <bdi>{event.location}</bdi>{' '}
              <a class="aside" href={mapOf(event.location)} target="_blank" rel="noopener noreferrer">
                {isAddress(event.location) ? words.event.open : words.event.map}
              </a>
            </dd>
          </>
        )}
        <dt>{sayCount(words.event.calendars, calendars.length)}</dt>
        {calendars.map(({ id, name }) => (
          <dd key={id}>
            <a href={`/calendar/${id}`}>
              <bdi>{name}</bdi>
            </a>
          </dd>
        ))}
      </dl>
      {links.length > 0 && (
        <div class="event-links">
          {links.map(({ name, url }) => (
            <LinkButton key={url} href={url} target="_blank" rel="noopener noreferrer">
              <bdi>{name || words.events.about}</bdi>
            </LinkButton>
          ))}
        </div>
      )}
      {event.details && (
        <p class="note" dir="auto">
          {event.details}
        </p>
      )}
      {!isOver && !event.cancelled && (
        <section class="add-one">
          <h2>{words.event.addTitle}</h2>
          <p class="soft">{words.event.addText}</p>
          <ul>
            <AddOne href={add.google} name={words.applications.google} />
            <AddOne href={add.outlookcom} name={words.applications.outlookcom} />
            <AddOne href={add.microsoft365} name={words.applications.microsoft365} />
            <AddOne href={add.yahoo} name="Yahoo" />
            <li>
              <a href={fileOf(event)}>{words.event.file}</a>
            </li>
          </ul>
        </section>
      )}
      <div class="action">
        <LinkButton
          kind="main"
          href={widgetId ? `/w/${widgetId}?calendarIds=${event.calendarId}` : calendarPath}
        >
          {say(words.event.follow, { calendar: event.calendarName })}
        </LinkButton>
      </div>
    </Page>
  )
}

function State({ event, isOver }: { event: UpcomingEvent; isOver: boolean }) {
  if (event.cancelled)
    return (
      <p class="state off">
        <strong>{words.events.cancelled}</strong>
      </p>
    )
  return isOver ? <p class="state soft">{words.event.over}</p> : null
}

/** The times here and at the venue, and those before the event was moved. */
function When({ event, movedFrom }: Pick<Data, 'event' | 'movedFrom'>) {
  const [times, lastDay, venueTime] = [timesOf(event), lastDayOf(event), venueTimeOf(event)]
  return (
    <>
      {movedFrom && !event.cancelled && (
        <p class="old-time">
          <span class="moved">{words.event.moved}</span>{' '}
          <del>{[dayOf(movedFrom), timeOf(movedFrom)].filter(Boolean).join(', ')}</del>
        </p>
      )}
      <p>
        <time dateTime={event.startDate}>{dayOf(event)}</time>
        {lastDay && <> {say(words.events.until, { date: lastDay })}</>}
      </p>
      <p>
        {times ? <strong>{times}</strong> : words.common.allDay}{' '}
        {times && <span class="soft">{zoneName(event.startAt)}</span>}
      </p>
      {venueTime && <p class="soft">{say(words.common.localTime, { time: venueTime })}</p>}
    </>
  )
}

function AddOne({ href, name }: { href: string; name: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
    </li>
  )
}

/** The file of an event, beside its page. */
function fileOf({ page }: UpcomingEvent): string {
  const [, , key] = (page || '').split('/')
  return `/e/${key}.ics`
}

/** An online event has an address as its place. */
function isAddress(location: string): boolean {
  return /^https?:\/\/\S+$/i.test(location)
}

/** Opens the map application of a phone, elsewhere a page. */
function mapOf(location: string): string {
  return isAddress(location)
    ? location
    : `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: location })}`
}
