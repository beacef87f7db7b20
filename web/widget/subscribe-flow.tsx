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
import { type Step, type Steps, useSteps, useTrialSteps } from './subscribe-history.ts'
import { emailsOf, subscribeBody } from './subscribe-request.ts'
import { type Post, useSending } from './subscribe-send.ts'
import { offered, type Start } from './subscribe-start.ts'

const SAMPLE_EMAIL = 'name@example.com'

interface FlowProps {
  config: WidgetConfig
  start: Start
  onDone: () => void
}

export interface Trial {
  /** Replaces the request to the service. */
  post: Post
  /** The first step. */
  step: Step
  /** Shown in the last step. */
  notice: ComponentChild
}

/** The subscribe flow, from the calendars to the application, one step per screen. */
export function SubscribeFlow(props: FlowProps) {
  return <Flow {...props} steps={useSteps(props.start.steps[0]!)} />
}

/** The same flow as a preview: it sends nothing and leaves the browser's history alone. */
export function TrialFlow({ trial, ...props }: FlowProps & { trial: Trial }) {
  return <Flow {...props} steps={useTrialSteps(trial.step)} trial={trial} />
}

function Flow({ config, start, onDone, steps, trial }: FlowProps & { steps: Steps; trial?: Trial }) {
  const { step, go, back } = steps
  const [calendars, setCalendars] = useState(start.calendars)
  const [chosen, setChosen] = useState(start.chosen)
  const [answers, setAnswers] = useState(start.answers)
  const [refused, setRefused] = useState<Faults>({})
  const [application, setApplication] = useState<Application>('other')
  const sending = useSending(config.widget.id, start.parameters.ticket, trial?.post)

  const begun = useRef(false)
  useEffect(() => void (begun.current = true), [])

  async function choose(wanted: Application) {
    setApplication(wanted)
    const outcome = await sending.send(wanted, subscribeBody(config, chosen, answers, start.parameters))
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

  /** Reads the calendars again; those still available stay chosen. */
  async function chooseAgain() {
    const answer = await getJson<WidgetConfig>(`/w/${config.widget.id}/config`)
    if (answer.ok) {
      const now = offered(answer.value, start.parameters)
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
          knownEmail={start.parameters.ticket !== undefined}
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
          email={trial ? SAMPLE_EMAIL : emailsOf(answers, start.parameters).email}
          notice={trial?.notice}
          onChoose={setApplication}
        />
      )}
    </Page>
  )

  /** The current step, or an earlier one that is incomplete: after a reload, "forward" may lead past it. */
  function reachable(): Step {
    const all: Step[] = [...start.steps, 'done']
    const missing: Partial<Record<Step, boolean>> = {
      calendars: chosen.size === 0 && !start.parameters.skipCalendars,
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

/** The service's errors as messages of this page: its own messages are in English and for programs. */
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
