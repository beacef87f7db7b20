import { useEffect, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { Button, LinkButton } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { Mirrors, WhatIsAsked } from '../shared/components/pushed-offer.tsx'
import { Say } from '../shared/components/say.tsx'
import { ago } from '../shared/dates.ts'
import { say, words } from '../shared/page.ts'
import { namesOf, type ProviderName } from '../shared/providers.ts'
import { useAction } from './portal-action.ts'
import { type Connection, type Outcome, takeOutcome, useConnection } from './portal-pushed-state.ts'
import { ProblemNotice, Screen } from './portal-screen.tsx'

interface PushedScreenProps {
  provider: ProviderName
  data: PortalData
  path: string
  onBack: () => void
}

/** A person's own calendar at a provider: connects it, says how it is, and ends it. */
export function PushedScreen({ provider, data, path, onBack }: PushedScreenProps) {
  const { pushedScreen, common, portal } = words
  const names = namesOf(provider)
  const { connection, problem, read } = useConnection(provider, path)
  const [outcome, setOutcome] = useState<Outcome | 'ended' | undefined>(() => takeOutcome(provider))
  const [asking, setAsking] = useState(false)
  const end = useAction<object>(`${path}/${provider}/end`)

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
      title={say(asking ? pushedScreen.endTitle : pushedScreen.title, names)}
      onBack={onBack}
    >
      <div aria-live="polite">
        {!asking && outcome && <OutcomeNotice {...{ provider, outcome }} />}
        {!asking && connection && <StateNotice {...{ provider, connection }} />}
      </div>
      <ProblemNotice problem={problem ?? end.problem} refused={portal.freshOver} />
      {!connection && !problem && <p class="soft">{common.loading}</p>}
      {asking && (
        <>
          <p>
            {say(state === 'disconnected' ? pushedScreen.endDead : pushedScreen.endText, names)}{' '}
            {provider === 'microsoft' && pushedScreen.endMicrosoft}
          </p>
          <div class="action">
            <div class="buttons">
              <Button onClick={() => setAsking(false)}>{pushedScreen.keep}</Button>
              <Button kind="bad" busy={end.busy} onClick={() => void disconnect()}>
                {end.busy ? common.oneMoment : pushedScreen.endSure}
              </Button>
            </div>
          </div>
        </>
      )}
      {!asking && state === 'none' && <Introduction {...{ provider, data }} />}
      {!asking && state === 'active' && (
        <>
          <p>
            <Say
              text={pushedScreen.find}
              values={{ ...names, publisher: <bdi class="name">{data.publisher.name}</bdi> }}
            />
          </p>
          <p>{say(pushedScreen.twice, names)}</p>
        </>
      )}
      {!asking && connection && state !== 'ending' && (
        <Actions
          {...{ provider, connection, path }}
          onEnd={() => setAsking(true)}
          onRefused={() => void read()}
        />
      )}
    </Screen>
  )
}

/** What it does and what the provider asks, before anything is connected. */
function Introduction({ provider, data }: Pick<PushedScreenProps, 'provider' | 'data'>) {
  const { pushed, pushedScreen } = words
  const names = namesOf(provider)
  return (
    <>
      <p class="lead">{say(pushed.text, names)}</p>
      <WhatIsAsked provider={provider} />
      <p>{provider === 'google' ? pushedScreen.tick : pushedScreen.reminder}</p>
      <p>{say(pushedScreen.twice, names)}</p>
      {provider === 'google' && <Mirrors calendars={data.calendars.filter(({ subscribed }) => subscribed)} />}
    </>
  )
}

const OUTCOMES = {
  unticked: 'bad',
  refused: 'info',
  administrator: 'info',
  failed: 'bad',
  other: 'bad',
  ended: 'ok',
} as const

/** How the consent or the end came out. That it succeeded is told by the state. */
function OutcomeNotice({ provider, outcome }: { provider: ProviderName; outcome: Outcome | 'ended' }) {
  const { pushedScreen, portal } = words
  if (outcome === 'connected') return null
  const unticked = provider === 'google' ? pushedScreen.untickedGoogle : pushedScreen.untickedMicrosoft
  return (
    <Notice kind={OUTCOMES[outcome]}>
      <p>{say(outcome === 'unticked' ? unticked : pushedScreen[outcome], namesOf(provider))}</p>
      {outcome === 'administrator' && <LinkButton href="#add">{portal.addTitle}</LinkButton>}
    </Notice>
  )
}

function StateNotice({ provider, connection }: { provider: ProviderName; connection: Connection }) {
  const { pushedScreen } = words
  const { state, lastCheck, waits } = connection
  const names = namesOf(provider)
  switch (state) {
    case 'none':
      return null
    case 'active':
    case 'linking':
      if (waits) return <Notice kind="bad">{say(pushedScreen.waits, names)}</Notice>
      if (state === 'linking') return <Notice kind="info">{say(pushedScreen.linking, names)}</Notice>
      return (
        <Notice kind="ok">
          <p>{say(pushedScreen.active, names)}</p>
          {lastCheck !== null && <p>{say(pushedScreen.checked, { when: ago(lastCheck) })}</p>}
        </Notice>
      )
    case 'disconnected':
      return <Notice kind="bad">{say(pushedScreen.disconnected, names)}</Notice>
    case 'removed':
    case 'ending':
      return <Notice kind="info">{say(pushedScreen[state], names)}</Notice>
  }
}

const CONNECT = { none: 'go', disconnected: 'again', removed: 'make' } as const

interface ActionsProps {
  provider: ProviderName
  connection: Connection
  path: string
  onEnd: () => void
  onRefused: () => void
}

function Actions({ provider, connection: { state }, path, onEnd, onRefused }: ActionsProps) {
  const { pushedScreen, common, portal } = words
  const { busy, problem, run } = useAction<{ data: { url: string } }>(`${path}/${provider}`)
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
          {state !== 'none' && <Button onClick={onEnd}>{pushedScreen.end}</Button>}
          {label && (
            <Button kind="main" busy={busy || leaving} onClick={() => void connect()}>
              {busy || leaving ? common.oneMoment : say(pushedScreen[label], namesOf(provider))}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
