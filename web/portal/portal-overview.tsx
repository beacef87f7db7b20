import { useEffect, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { CalendarList } from '../shared/components/calendar-list.tsx'
import { OpenIcon } from '../shared/components/icons.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { Say } from '../shared/components/say.tsx'
import { say, words } from '../shared/page.ts'
import { namesOf } from '../shared/providers.ts'
import { useAction } from './portal-action.ts'
import { Alerts } from './portal-alerts.tsx'
import type { ChoiceState } from './portal-choice.ts'
import { NextEvents } from './portal-next.tsx'
import { Readers } from './portal-readers.tsx'
import { Reminders } from './portal-reminders.tsx'
import { SaveBar } from './portal-save-bar.tsx'
import { ProblemNotice, Screen } from './portal-screen.tsx'
import type { View } from './portal-views.ts'
import { pushSupport } from './push.ts'

interface OverviewProps {
  data: PortalData
  path: string
  choice: ChoiceState
  /** The screen that was open before; empty if none was. */
  cameFrom: View
  onOpen: (view: View) => void
}

/** The next events, the calendars and the reminders of a person, with links to the other screens. */
export function OverviewScreen({ data, path, choice, cameFrom, onOpen }: OverviewProps) {
  const { email, portal, push } = words
  const publisher = data.publisher.name
  // Alerts go only to confirmed addresses.
  const [confirmed, setConfirmed] = useState(data.confirmed)
  useEffect(() => {
    if (cameFrom) document.getElementById(`open-${cameFrom}`)?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the overview appears
  }, [])
  return (
    <Screen publisher={data.publisher} title={say(portal.title, { publisher })} follows={false}>
      {data.fresh && <Greeting publisher={publisher} email={data.email} />}
      {data.fromMail && !data.confirmed && (
        <ConfirmAddress email={data.email} path={path} onConfirmed={() => setConfirmed(true)} />
      )}
      {data.fresh && <Readers readers={data.readers} changedAt={data.changedAt} />}
      <NextEvents
        key={choice.timesChosen}
        path={path}
        first={data.upcoming}
        stale={choice.timesChosen > 0}
        showCalendar={data.calendars.length > 1}
        fresh={data.fresh}
        onOpen={onOpen}
      />
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
        providers={data.providers}
        reminders={choice.reminders}
        onChange={(reminders) => choice.change({ reminders })}
      />
      {data.alerts && confirmed && (
        <Alerts stored={data.alerts} on={choice.alerts} onChange={(alerts) => choice.change({ alerts })} />
      )}
      <section class="part">
        <h2>{portal.ownTitle}</h2>
        {!data.fresh && <p class="soft">{portal.ownText}</p>}
        <ul class="screen-links">
          <ScreenLink view="add" title={portal.addTitle} text={portal.addText} onOpen={onOpen} />
          <ScreenLink view="account" title={words.account.title} text={words.account.text} onOpen={onOpen} />
          {data.providers.map((provider) => (
            <ScreenLink
              key={provider}
              view={provider}
              title={say(words.pushedScreen.title, namesOf(provider))}
              text={say(words.pushedScreen.text, namesOf(provider))}
              onOpen={onOpen}
            />
          ))}
          {pushSupport() !== 'none' && (
            <ScreenLink view="notify" title={push.title} text={push.text} onOpen={onOpen} />
          )}
          <ScreenLink view="email" title={email.title} text={email.text} onOpen={onOpen} />
          <ScreenLink view="devices" title={portal.devicesTitle} text={portal.devicesText} onOpen={onOpen} />
          <ScreenLink view="fresh" title={portal.linkTitle} text={portal.linkText} onOpen={onOpen} />
          {data.fresh ? (
            <li>
              <a class="screen-link" href={`${path}/download`} download>
                <ScreenLinkText title={portal.dataTitle} text={portal.dataText} />
                <span class="soft">{portal.download}</span>
              </a>
            </li>
          ) : (
            <ScreenLink view="data" title={portal.dataTitle} text={portal.dataText} onOpen={onOpen} />
          )}
          <ScreenLink
            view="leave"
            title={portal.leaveTitle}
            text={data.widgetId ? portal.leaveHint : ''}
            onOpen={onOpen}
          />
        </ul>
      </section>
      <SaveBar choice={choice} />
    </Screen>
  )
}

function Greeting({ publisher, email }: { publisher: string; email: string }) {
  const [before = '', after = ''] = words.portal.greeting.split('{email}')
  // A full stop must not be alone on a new line.
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

/** Asks whether the address is the person's; only for a browser that came from an e-mail. */
function ConfirmAddress({
  email,
  path,
  onConfirmed,
}: {
  email: string
  path: string
  onConfirmed: () => void
}) {
  const { portal, common } = words
  const [confirmed, setConfirmed] = useState(false)
  const { busy, problem, run } = useAction<object>(`${path}/confirm`)
  const confirm = async () => {
    if ((await run()) === undefined) return
    setConfirmed(true)
    onConfirmed()
  }
  return (
    <div aria-live="polite">
      {confirmed ? (
        <Notice kind="ok">{portal.mineDone}</Notice>
      ) : (
        <section class="mine">
          <h2>
            <Say text={portal.mineTitle} values={{ email: <bdi>{email}</bdi> }} />
          </h2>
          <p>{portal.mineText}</p>
          <ProblemNotice problem={problem} refused={portal.freshOver} />
          <Button busy={busy} onClick={() => void confirm()}>
            {busy ? common.oneMoment : portal.mine}
          </Button>
        </section>
      )}
    </div>
  )
}

interface ScreenLinkProps {
  view: View
  title: string
  text: string
  onOpen: (view: View) => void
}

/** A link to another screen. */
export function ScreenLink({ view, title, text, onOpen }: ScreenLinkProps) {
  return (
    <li>
      <a
        class="screen-link"
        id={`open-${view}`}
        href={`#${view}`}
        onClick={(event) => {
          event.preventDefault()
          onOpen(view)
        }}
      >
        <ScreenLinkText title={title} text={text} />
        <OpenIcon />
      </a>
    </li>
  )
}

function ScreenLinkText({ title, text }: { title: string; text: string }) {
  return (
    <span class="text">
      <span class="name">{title}</span>
      {text && <span class="next">{text}</span>}
    </span>
  )
}
