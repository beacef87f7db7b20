import { useEffect } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { CalendarList } from '../shared/components/calendar-list.tsx'
import { OpenSign } from '../shared/components/icons.tsx'
import { say, words } from '../shared/page.ts'
import type { ChoiceState } from './portal-choice.ts'
import { Reminders } from './portal-reminders.tsx'
import { SaveBar } from './portal-save-bar.tsx'
import { Screen } from './portal-screen.tsx'
import type { View } from './portal-views.ts'

interface OverviewProps {
  data: PortalData
  path: string
  choice: ChoiceState
  /** The screen that was open before; empty: none. */
  cameFrom: View
  onOpen: (view: View) => void
}

/** What a person has, and what can be done about it. */
export function OverviewScreen({ data, path, choice, cameFrom, onOpen }: OverviewProps) {
  const { portal } = words
  const publisher = data.publisher.name
  useEffect(() => {
    if (cameFrom) document.getElementById(`open-${cameFrom}`)?.focus()
  }, [])
  return (
    <Screen publisher={data.publisher} title={say(portal.title, { publisher })} follows={false}>
      <Greeting publisher={publisher} email={data.email} />
      <section class="part switches">
        <h2>{portal.calendarsTitle}</h2>
        <p class="soft">{data.calendars.length > 0 ? portal.calendarsText : portal.noCalendars}</p>
        <CalendarList
          calendars={data.calendars}
          chosen={choice.calendarIds}
          onChange={(calendarIds) => choice.change({ calendarIds })}
        />
        <p class="soft" role="status">
          {data.calendars.length > 0 && choice.calendarIds.size === 0 && portal.noneChosen}
        </p>
      </section>
      <Reminders
        publisher={publisher}
        reminders={choice.reminders}
        onChange={(reminders) => choice.change({ reminders })}
      />
      <ul class="ways">
        <Way view="add" title={portal.addTitle} text={portal.addText} onOpen={onOpen} />
        <Way view="fresh" title={portal.linkTitle} text={portal.linkText} onOpen={onOpen} />
        <li>
          <a class="way" href={`${path}/download`} download>
            <WayText title={portal.dataTitle} text={portal.dataText} />
            <span class="soft">{portal.download}</span>
          </a>
        </li>
        <Way
          view="leave"
          title={portal.leaveTitle}
          text={data.widgetId ? portal.leaveHint : ''}
          onOpen={onOpen}
        />
      </ul>
      <SaveBar choice={choice} />
    </Screen>
  )
}

function Greeting({ publisher, email }: { publisher: string; email: string }) {
  const [before = '', after = ''] = words.portal.greeting.split('{email}')
  // A stop must not begin a line of its own.
  const [stop] = /^\p{P}*/u.exec(after) as unknown as [string]
  return (
    <p class="lead">
      {say(before, { publisher })}
      <span class="email">
        <bdi>{email}</bdi>
        {stop}
      </span>
      {say(after.slice(stop.length), { publisher })}
    </p>
  )
}

interface WayProps {
  view: View
  title: string
  text: string
  onOpen: (view: View) => void
}

/** The way to another screen. */
function Way({ view, title, text, onOpen }: WayProps) {
  return (
    <li>
      <a
        class="way"
        id={`open-${view}`}
        href={`#${view}`}
        onClick={(event) => {
          event.preventDefault()
          onOpen(view)
        }}
      >
        <WayText title={title} text={text} />
        <OpenSign />
      </a>
    </li>
  )
}

function WayText({ title, text }: { title: string; text: string }) {
  return (
    <span class="text">
      <span class="name">{title}</span>
      {text && <span class="next">{text}</span>}
    </span>
  )
}
