import { useEffect, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import type { PushSubscriptions, PushTest } from '../../src/http/widget/push-schemas.ts'
import { getJson, postJson, type Problem } from '../shared/api.ts'
import { Button } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { language, words } from '../shared/page.ts'
import { MailScreen } from './portal-mail.tsx'
import { type PushDevice, PushDevices } from './portal-push-devices.tsx'
import { HomeScreenSteps } from './portal-push-home.tsx'
import { ProblemNotice, Screen } from './portal-screen.tsx'
import { findSubscription, idOf, isOnHomeScreen, pushSupport, subscribe, unsubscribe } from './push.ts'

interface PushScreenProps {
  data: PortalData
  path: string
  onBack: () => void
}

/** `id`: of this browser's subscription, if notifications are on here. */
type State = { state: 'loading' | 'denied' | 'off' } | { state: 'on'; id: string }
type Note = { kind: 'ok' | 'bad' | 'info'; text: string }

/** Notifications on this device: switches them on and off, sends a test, and lists the person's other devices. */
export function PushScreen({ data, path, onBack }: PushScreenProps) {
  const { push, portal, common } = words
  const { publisher, fromMail, pushKey } = data
  const [here, setHere] = useState<State>({ state: 'loading' })
  const [devices, setDevices] = useState<PushDevice[]>([])
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<Note>()
  const [problem, setProblem] = useState<Problem>()
  const isHere = pushSupport() === 'here'

  const read = async () => {
    const list = fromMail ? await getJson<PushSubscriptions>(`${path}/push-subscriptions`) : undefined
    if (list?.ok) setDevices(list.value.data)
    if (!isHere || Notification.permission === 'denied') return setHere({ state: isHere ? 'denied' : 'off' })
    const subscription = await findSubscription(path, pushKey)
    const id = subscription && (await idOf(subscription))
    // The service may have forgotten it.
    const isOn = id !== undefined && (!list?.ok || list.value.data.some((device) => device.id === id))
    setHere(isOn ? { state: 'on', id } : { state: 'off' })
  }
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(() => void read(), [])

  const run = async (work: () => Promise<Note | undefined>) => {
    if (busy) return
    setBusy(true)
    setNote(undefined)
    setProblem(undefined)
    const result = await work().catch((): Note => ({ kind: 'bad', text: push.failed }))
    setNote(result)
    setBusy(false)
  }
  const switchOn = async (): Promise<Note | undefined> => {
    const permission = await Notification.requestPermission()
    if (permission === 'denied') setHere({ state: 'denied' })
    if (permission !== 'granted') return { kind: 'info', text: push.notAllowed }
    const answer = await subscribe(path, pushKey)
    if (answer.ok) await read()
    else setProblem(answer.problem)
    return answer.ok ? { kind: 'ok', text: push.on } : undefined
  }
  const switchOff = async (id: string): Promise<Note> => {
    await unsubscribe(path)
    // If it fails, the push service tells that this browser is gone.
    await postJson(`${path}/push-subscriptions/${id}/end`)
    await read()
    return { kind: 'ok', text: push.off }
  }
  const test = async (id: string): Promise<Note | undefined> => {
    const answer = await postJson<PushTest>(`${path}/push-subscriptions/${id}/test?lang=${language}`)
    if (!answer.ok && answer.problem.kind !== 'gone') setProblem(answer.problem)
    if (!answer.ok && answer.problem.kind !== 'gone') return undefined
    const outcome = answer.ok ? answer.value.outcome : 'gone'
    if (outcome === 'gone') setHere({ state: 'off' })
    return {
      sent: { kind: 'ok', text: push.testSent } as const,
      gone: { kind: 'bad', text: push.testGone } as const,
      refused: { kind: 'bad', text: push.testRefused } as const,
      later: { kind: 'bad', text: push.testLater } as const,
    }[outcome]
  }

  if (here.state === 'off' && !fromMail) {
    return (
      <MailScreen publisher={publisher} path={path} title={push.title} onBack={onBack}>
        {isOnHomeScreen() && <p>{push.homeMail}</p>}
      </MailScreen>
    )
  }
  const others = devices.filter(({ id }) => here.state !== 'on' || here.id !== id)
  return (
    <Screen publisher={publisher} title={push.title} onBack={onBack}>
      <p class="lead">{push.why}</p>
      {here.state === 'loading' && <p class="soft">{common.loading}</p>}
      {here.state === 'denied' && (
        <Notice kind="info">
          <p>{push.denied}</p>
          <p>{push.deniedHow}</p>
        </Notice>
      )}
      {here.state === 'off' && !isHere && <HomeScreenSteps />}
      {here.state === 'on' && !note && <p>{push.on}</p>}
      <div aria-live="polite">{note && <Notice kind={note.kind}>{note.text}</Notice>}</div>
      <ProblemNotice problem={problem} refused={portal.freshOver} />
      <PushDevices devices={others} path={path} onEnded={() => void read()} />
      {here.state === 'off' && isHere && (
        <div class="action">
          <Button kind="main" busy={busy} onClick={() => void run(switchOn)}>
            {busy ? common.oneMoment : push.switchOn}
          </Button>
        </div>
      )}
      {here.state === 'on' && (
        <div class="action">
          <div class="buttons">
            <Button busy={busy} onClick={() => void run(() => switchOff(here.id))}>
              {push.switchOff}
            </Button>
            <Button kind="main" busy={busy} onClick={() => void run(() => test(here.id))}>
              {busy ? common.oneMoment : push.test}
            </Button>
          </div>
        </div>
      )}
    </Screen>
  )
}
