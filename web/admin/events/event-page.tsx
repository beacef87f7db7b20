import './events.css'
import './editor.css'
import './series.css'
import { Text } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { useData } from '../kit/data.ts'
import { LiveBadge } from '../kit/draft-or-live.tsx'
import { Page } from '../kit/page.tsx'
import { PutInMail } from '../kit/put-in-mail.tsx'
import { useMe } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { EventActions } from './event-actions.tsx'
import { EventEditor } from './event-editor.tsx'
import { pathsOf } from './event-paths.ts'
import { copyOf, newValues, valuesOf } from './event-values.ts'
import { lastPlace } from './last-place.ts'
import { SeriesPart } from './series-part.tsx'

interface EventSearch {
  /** The subscriber of a private event; left out for a public one. */
  subscriber?: string
  /** For a new event: the date and time that were clicked, and the calendar that was shown. */
  date?: string
  time?: string
  calendar?: string
  /** For a new event: the one that it is like. */
  copy?: string
}

export function NewEventPage() {
  const { subscriber, date, time, calendar, copy }: EventSearch = useSearch({ strict: false })
  const { timezone } = useMe().publisher
  const { api, up } = pathsOf(subscriber)
  const [blank] = useState(() =>
    newValues(timezone, {
      ...(!subscriber && { location: lastPlace() }),
      ...(calendar && { calendarId: calendar }),
      ...(/^\d{4}-\d{2}-\d{2}$/.test(date ?? '') && { date }),
      ...(/^\d{2}:\d{2}$/.test(time ?? '') && { time }),
    }),
  )
  const copied = useData<EventRecord>(copy ? `${api}/${encodeURIComponent(copy)}` : null)
  const like = copied.data?.id === copy ? copied.data : undefined
  return (
    <Page
      wide
      title={subscriber ? words.events.newPrivate : words.events.newEvent}
      text={subscriber && words.events.onlyThisSubscriber}
      up={up}
    >
      {copy && !like ? (
        <Reading query={{ ...copied, data: undefined }}>{() => null}</Reading>
      ) : (
        <EventEditor key={copy ?? ''} initial={like ? copyOf(like) : blank} subscriber={subscriber} />
      )}
    </Page>
  )
}

export function EventPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { subscriber }: EventSearch = useSearch({ strict: false })
  const { api, up } = pathsOf(subscriber)
  const record = useData<EventRecord>(`${api}/${encodeURIComponent(id)}`)
  const event = record.data?.id === id ? record.data : undefined
  if (event) return <Loaded key={id} event={event} subscriber={subscriber} />
  return (
    <Page wide title={words.events.event} up={up}>
      <Reading query={{ ...record, data: undefined }}>{() => null}</Reading>
    </Page>
  )
}

/**
 * Keeps the event as it was when opened or last saved: a background refresh must not replace what is typed.
 */
function Loaded({ event, subscriber }: { event: EventRecord; subscriber: string | undefined }) {
  const [shown, setShown] = useState(event)
  return (
    <Page
      wide
      title={shown.name}
      text={<States event={shown} />}
      up={pathsOf(subscriber).up}
      actions={
        <>
          {!shown.private && !shown.draft && (
            <PutInMail path={`/events/${shown.id}/mail-block`} text={words.events.mailBlock} />
          )}
          <EventActions event={shown} subscriber={subscriber} onChanged={setShown} />
        </>
      }
    >
      <SeriesPart event={shown} subscriber={subscriber} onChanged={setShown} />
      <EventEditor
        // A change of its series may leave the event as it was.
        key={`${shown.modified}${JSON.stringify(shown.series)}`}
        initial={valuesOf(shown)}
        before={shown}
        subscriber={subscriber}
        onChanged={setShown}
      />
    </Page>
  )
}

function States({ event }: { event: EventRecord }) {
  return (
    <Text component="span" className="states">
      <LiveBadge live={!event.draft} />
      {event.cancelled && <StateBadge kind="bad">{words.events.cancelled}</StateBadge>}
      {event.private && <StateBadge kind="plain">{words.events.private}</StateBadge>}
    </Text>
  )
}
