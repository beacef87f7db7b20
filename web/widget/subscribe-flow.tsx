import type { ComponentChild } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { CONSENT_FIELDS } from '../../src/widgets/widget.ts'
import { getJson } from '../shared/api.ts'
import type { Application } from '../shared/applications.ts'
import { Page } from '../shared/components/page-frame.tsx'
import { words } from '../shared/page.ts'
import { type Faults, findFaults } from './subscribe-answers.ts'
import { ApplicationStep } from './subscribe-application.tsx'
import { CalendarsStep } from './subscribe-calendars.tsx'
import { DetailsStep } from './subscribe-details.tsx'
import { DoneStep } from './subscribe-done.tsx'
import { type Progress } from './subscribe-heading.tsx'
import { type Step, useSteps, useTrialSteps } from './subscribe-history.ts'
import { subscribeBody } from './subscribe-request.ts'
import { type Post, useSending } from './subscribe-send.ts'
import { offered, type Start } from './subscribe-start.ts'

interface FlowProps {
  config: WidgetConfig
  start: Start
  onDone: () => void
  /** The flow is only tried out. Stays what it was at the first time. */
  trial?: Trial
}

export interface Trial {
  /** Takes what would be sent to the service. */
  post: Post
  /** Where it begins. */
  step: Step
  /** What the last step says of it. */
  notice: ComponentChild
}

/** From calendars to an application that follows them, one step on a screen. */
export function SubscribeFlow({ config, start, onDone, trial }: FlowProps) {
  const [calendars, setCalendars] = useState(start.calendars)
  const [chosen, setChosen] = useState(start.chosen)
  const [answers, setAnswers] = useState(start.answers)
  const [refused, setRefused] = useState<Faults>({})
  const [application, setApplication] = useState<Application>('other')
  const { step, go, back } = trial ? useTrialSteps(trial.step) : useSteps(start.steps[0]!)
  const sending = useSending(config.widget.id, trial?.post)

  const begun = useRef(false)
  useEffect(() => void (begun.current = true), [])

  async function choose(wanted: Application) {
    setApplication(wanted)
    const outcome = await sending.send(wanted, subscribeBody(config, chosen, answers, start.passed))
    if (!outcome) return
    if ('links' in outcome) {
      onDone()
      return go('done')
    }
    const faults = outcome.kind === 'fields' ? refusals(config, outcome.fields) : {}
    if (Object.keys(faults).length === 0) return
    setRefused(faults)
    sending.forget()
    go('details')
  }

  /** What is no longer offered goes, the rest stays chosen. */
  async function chooseAgain() {
    const answer = await getJson<WidgetConfig>(`/w/${config.widget.id}/config`)
    if (answer.ok) {
      const now = offered(answer.value, start.passed)
      setCalendars(now)
      setChosen(new Set(now.map(({ id }) => id).filter((id) => chosen.has(id))))
    }
    sending.forget()
    go('calendars')
  }

  const shown = reachable()
  return (
    <Page publisher={config.publisher} onBack={shown === start.steps[0] ? undefined : back}>
      {shown === 'calendars' && (
        <CalendarsStep
          {...{ calendars, chosen }}
          progress={progressOf(shown)}
          onChange={setChosen}
          onNext={() => go(start.steps.includes('details') ? 'details' : 'application')}
        />
      )}
      {shown === 'details' && (
        <DetailsStep
          {...{ config, answers, refused }}
          progress={progressOf(shown)}
          onChange={(name, value) => {
            setAnswers((before) => ({ ...before, [name]: value }))
            setRefused(({ [name]: _, ...others }) => others)
          }}
          onNext={() => go('application')}
        />
      )}
      {shown === 'application' && (
        <ApplicationStep
          {...{ application, sending }}
          progress={progressOf(shown)}
          onChoose={(wanted) => void choose(wanted)}
          onChooseAgain={() => void chooseAgain()}
        />
      )}
      {shown === 'done' && (
        <DoneStep
          application={application}
          links={sending.links!}
          notice={trial?.notice}
          onChoose={setApplication}
        />
      )}
    </Page>
  )

  /** The step itself; after a reload, where the browser's forward button leads further than what is known, an earlier one. */
  function reachable(): Step {
    const all: Step[] = [...start.steps, 'done']
    const missing: Partial<Record<Step, boolean>> = {
      calendars: chosen.size === 0 && !start.passed.skipCalendars,
      details: Object.keys(findFaults(config, answers)).length > 0,
      application: !sending.links,
    }
    const wanted = all.indexOf(step)
    return all.slice(0, Math.max(wanted, 0)).find((earlier) => missing[earlier]) ?? step
  }

  function progressOf(at: Step): Progress {
    return { begun: begun.current, step: start.steps.indexOf(at) + 1, steps: start.steps.length }
  }
}

/** What the service refused of what is asked here, in words of ours: its own are English and for programs. */
function refusals({ widget }: WidgetConfig, fields: Record<string, string>): Faults {
  const { subscribe } = words
  const own: Faults = {
    email: subscribe.emailWrong,
    secondary_email: subscribe.emailWrong,
    parent_email: subscribe.emailWrong,
    dob: subscribe.dateWrong,
  }
  const asked = [
    'email',
    'parent_email',
    'parent_consent',
    ...Object.keys(widget.fields),
    ...widget.customFields.map(({ name }) => `custom_fields.${name}`),
    ...CONSENT_FIELDS.slice(0, widget.consents.length),
  ]
  const faults = Object.keys(fields).map((name) => [name === 'secondary_email' ? 'email' : name, own[name]])
  return Object.fromEntries(
    faults
      .filter(([name]) => asked.includes(name!))
      .map(([name, text]) => [name, text ?? subscribe.notAccepted] as const),
  ) as Faults
}
