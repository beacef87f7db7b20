import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ConfirmPage as Data, SubscriberLinks } from '../../src/http/widget/answers.ts'
import { useAction } from '../portal/portal-action.ts'
import { ProblemNotice, Screen } from '../portal/portal-screen.tsx'
import { Button, LinkButton } from '../shared/components/button.tsx'
import { language, say, words } from '../shared/page.ts'

/** Says what was asked for with this address, and confirms it. */
export function ConfirmPage(data: Data) {
  const { publisher, widgetId } = data
  const [manageUrl, setManageUrl] = useState(data.manageUrl)
  const { confirm, common, portal } = words
  const { busy, problem, run } = useAction<SubscriberLinks>(location.pathname)
  const state = manageUrl ? 'confirmed' : data.state
  const [title, text] = {
    asked: [confirm.title, say(confirm.text, { publisher: publisher.name })],
    confirmed: [confirm.doneTitle, confirm.doneText],
    expired: [confirm.expiredTitle, confirm.expiredText],
    ended: [confirm.endedTitle, confirm.endedText],
  }[state] as [string, string]
  return (
    // Confirmed in this page: the new title gets the focus.
    <Screen publisher={publisher} title={title} follows={state !== data.state}>
      <p class="lead">{text}</p>
      {state === 'asked' && (
        <>
          <Asked {...data} />
          <p>{confirm.effect}</p>
          <p class="soft">{confirm.ignore}</p>
          <ProblemNotice problem={problem} />
          <div class="action">
            <Button
              kind="main"
              busy={busy}
              onClick={() => void run().then((links) => links && setManageUrl(links.manageUrl))}
            >
              {busy ? common.oneMoment : confirm.button}
            </Button>
          </div>
        </>
      )}
      {state === 'confirmed' && (
        <>
          <p>
            <LinkButton href={new URL(manageUrl).pathname}>{confirm.manage}</LinkButton>
          </p>
          {/* For somebody who had the link sent, to go on on this device. */}
          <p>
            <LinkButton href={`${new URL(manageUrl).pathname}#add`}>{portal.addTitle}</LinkButton>
          </p>
        </>
      )}
      {(state === 'expired' || state === 'ended') && widgetId && (
        <LinkButton kind="main" href={`/w/${widgetId}`}>
          {portal.comeBack}
        </LinkButton>
      )}
    </Screen>
  )
}

function Asked({ calendars, application, asked, publisher }: Data) {
  const { confirm } = words
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  // Each name has its own direction, and the list that of the page.
  const names = list
    .formatToParts(calendars)
    .map(({ type, value }) => (type === 'element' ? <bdi>{value}</bdi> : value))
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: publisher.timezone } as const
  return (
    <dl class="facts">
      {calendars.length > 0 && <Fact name={confirm.calendars}>{names}</Fact>}
      {application && (
        <Fact name={confirm.application}>
          <bdi>{application}</bdi>
        </Fact>
      )}
      <Fact name={confirm.at}>{new Intl.DateTimeFormat(language, style).format(asked)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
