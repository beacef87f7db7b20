import { useEffect, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { Mirrors } from '../shared/components/google-offer.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { Say } from '../shared/components/say.tsx'
import { ago } from '../shared/dates.ts'
import { say, words } from '../shared/page.ts'
import { useAction } from './portal-action.ts'
import { type Connection, type Outcome, takeOutcome, useConnection } from './portal-google-state.ts'
import { ProblemNotice, Screen } from './portal-screen.tsx'

interface GoogleScreenProps {
  data: PortalData
  path: string
  onBack: () => void
}

/** A person's own calendar at Google: connects it, says how it is, and ends it. */
export function GoogleScreen({ data, path, onBack }: GoogleScreenProps) {
  const { googleScreen, common, portal } = words
  const { connection, problem, read } = useConnection(path)
  const [outcome, setOutcome] = useState<Outcome | 'ended' | undefined>(takeOutcome)
  const [asking, setAsking] = useState(false)
  const end = useAction<object>(`${path}/google/end`)

  const disconnect = async () => {
    if (!(await end.run())) return
    setAsking(false)
    setOutcome('ended')
    await read()
  }
  const state = connection?.state
  return (
    <Screen
      publisher={data.publisher}
      title={asking ? googleScreen.endTitle : googleScreen.title}
      onBack={onBack}
    >
      <div aria-live="polite">
        {!asking && outcome && <OutcomeNotice outcome={outcome} />}
        {!asking && connection && <StateNotice connection={connection} />}
      </div>
      <ProblemNotice problem={problem ?? end.problem} refused={portal.freshOver} />
      {!connection && !problem && <p class="soft">{common.loading}</p>}
      {asking && (
        <>
          <p>{state === 'disconnected' ? googleScreen.endDead : googleScreen.endText}</p>
          <div class="action">
            <div class="buttons">
              <Button onClick={() => setAsking(false)}>{googleScreen.keep}</Button>
              <Button kind="bad" busy={end.busy} onClick={() => void disconnect()}>
                {end.busy ? common.oneMoment : googleScreen.endSure}
              </Button>
            </div>
          </div>
        </>
      )}
      {!asking && state === 'none' && <Introduction data={data} />}
      {!asking && state === 'active' && (
        <>
          <p>
            <Say text={googleScreen.find} values={{ publisher: <b>{data.publisher.name}</b> }} />
          </p>
          <p>{googleScreen.twice}</p>
        </>
      )}
      {!asking && connection && state !== 'ending' && (
        <Actions {...{ connection, path }} onEnd={() => setAsking(true)} onRefused={() => void read()} />
      )}
    </Screen>
  )
}

/** What it does and what Google asks, before anything is connected. */
function Introduction({ data }: { data: PortalData }) {
  const { google, googleScreen } = words
  return (
    <>
      <p class="lead">{google.text}</p>
      <p>
        {google.consent} {googleScreen.tick}
      </p>
      <p>{googleScreen.twice}</p>
      <Mirrors calendars={data.calendars.filter(({ subscribed }) => subscribed)} />
    </>
  )
}

const OUTCOMES = { unticked: 'bad', refused: 'info', failed: 'bad', other: 'bad', ended: 'ok' } as const

/** How the consent or the end came out. That it succeeded is told by the state. */
function OutcomeNotice({ outcome }: { outcome: Outcome | 'ended' }) {
  if (outcome === 'connected') return null
  return <Notice kind={OUTCOMES[outcome]}>{words.googleScreen[outcome]}</Notice>
}

function StateNotice({ connection: { state, lastCheck, waits } }: { connection: Connection }) {
  const { googleScreen } = words
  switch (state) {
    case 'none':
      return null
    case 'active':
    case 'linking':
      if (waits) return <Notice kind="bad">{googleScreen.waits}</Notice>
      if (state === 'linking') return <Notice kind="info">{googleScreen.linking}</Notice>
      return (
        <Notice kind="ok">
          <p>{googleScreen.active}</p>
          {lastCheck !== null && <p>{say(googleScreen.checked, { when: ago(lastCheck) })}</p>}
        </Notice>
      )
    case 'disconnected':
      return <Notice kind="bad">{googleScreen.disconnected}</Notice>
    case 'removed':
    case 'ending':
      return <Notice kind="info">{googleScreen[state]}</Notice>
  }
}

const CONNECT = { none: 'go', disconnected: 'again', removed: 'make' } as const

interface ActionsProps {
  connection: Connection
  path: string
  onEnd: () => void
  onRefused: () => void
}

function Actions({ connection: { state }, path, onEnd, onRefused }: ActionsProps) {
  const { googleScreen, common, portal } = words
  const { busy, problem, run } = useAction<{ data: { url: string } }>(`${path}/google`)
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // It may have been connected in another tab.
    if (problem?.kind === 'failed') onRefused()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [problem])
  const connect = async () => {
    const answer = await run()
    if (!answer) return
    setLeaving(true)
    location.assign(answer.data.url)
  }
  const label = CONNECT[state as keyof typeof CONNECT]
  return (
    <>
      <ProblemNotice problem={problem} refused={portal.freshOver} />
      <div class="action">
        <div class="buttons">
          {state !== 'none' && <Button onClick={onEnd}>{googleScreen.end}</Button>}
          {label && (
            <Button kind="main" busy={busy || leaving} onClick={() => void connect()}>
              {busy || leaving ? common.oneMoment : googleScreen[label]}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
