import type { ComponentChild } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { getJson } from '../shared/api.ts'
import { addLink, type Application } from '../shared/applications.ts'
import { Page } from '../shared/components/page-frame.tsx'
import { type Faults, findFaults, refusals } from './subscribe-answers.ts'
import { ApplicationStep } from './subscribe-application.tsx'
import { CalendarsStep } from './subscribe-calendars.tsx'
import { ChosenCalendars } from './subscribe-chosen.tsx'
import { DetailsStep } from './subscribe-details.tsx'
import { DoneStep } from './subscribe-done.tsx'
import { type Progress, wasTapped } from './subscribe-heading.tsx'
import { type Step, type Steps, useSteps, useTrialSteps } from './subscribe-history.ts'
import { rememberedEmail, rememberEmail } from './subscribe-memory.ts'
import { beginOpening } from './subscribe-open.ts'
import { emailsOf, subscribeBody } from './subscribe-request.ts'
import { type Post, useSending } from './subscribe-send.ts'
import { offered, type Start } from './subscribe-start.ts'

const SAMPLE_EMAIL = 'name@example.com'
const STEPS: Step[] = ['calendars', 'details', 'application', 'done']

interface FlowProps {
  config: WidgetConfig
  start: Start
  /** True if a tap on the page around this one led here. */
  embedded?: boolean
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

function Flow({
  config,
  start,
  embedded = false,
  onDone,
  steps,
  trial,
}: FlowProps & { steps: Steps; trial?: Trial }) {
  const { step, go, back, replace } = steps
  const [calendars, setCalendars] = useState(start.calendars)
  const [chosen, setChosen] = useState(start.chosen)
  // An address that the page passes counts more than one that this device remembers.
  const asksEmail = trial === undefined && start.parameters.email === ''
  const [remembers, setRemembers] = useState(() => asksEmail && rememberedEmail() !== undefined)
  const [answers, setAnswers] = useState(() =>
    remembers ? { ...start.answers, email: rememberedEmail()! } : start.answers,
  )
  const [refused, setRefused] = useState<Faults>({})
  const [application, setApplication] = useState<Application>('other')
  const sending = useSending(config.widget.id, start.parameters.ticket, trial?.post)

  const begun = useRef(false)
  useEffect(() => void (begun.current = true), [])

  async function choose(wanted: Application) {
    if (sending.busy !== undefined) return
    setApplication(wanted)
    const opening = trial ? undefined : beginOpening(wanted)
    const outcome = await sending.send(wanted, subscribeBody(config, chosen, answers, start.parameters))
    if (!outcome || !('links' in outcome)) opening?.cancel()
    if (!outcome) return
    if ('links' in outcome) {
      onDone()
      go('done')
      return opening?.open(addLink(wanted, outcome.links.calendarUrl))
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

  /** Another application, after the calendar was subscribed to. */
  function change(wanted: Application) {
    setApplication(wanted)
    if (!trial) beginOpening(wanted).open(addLink(wanted, sending.links!.calendarUrl))
  }

  const shown = reachable()
  useEffect(() => {
    if (shown !== step) replace(shown)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `replace` is another function each time
  }, [shown, step])
  const chosenCalendars = calendars.filter(({ id }) => chosen.has(id))
  const summary = start.choice !== 'step' && shown === start.steps[0] && (
    <ChosenCalendars
      calendars={chosenCalendars}
      onChange={start.choice === 'change' ? () => go('calendars') : undefined}
    />
  )
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
          {...{ config, answers, refused, summary }}
          knownEmail={start.parameters.ticket !== undefined}
          tapped={begun.current ? wasTapped() : embedded}
          remembers={asksEmail ? remembers : undefined}
          progress={progressOf(shown)}
          onRemember={(wanted) => {
            setRemembers(wanted)
            if (!wanted) rememberEmail(undefined)
          }}
          onChange={(name, value) => {
            setAnswers((before) => ({ ...before, [name]: value }))
            setRefused(({ [name]: _, ...others }) => others)
          }}
          onNext={() => {
            if (remembers) rememberEmail(String(answers.email).trim())
            go('application')
          }}
        />
      )}
      {shown === 'application' && (
        <ApplicationStep
          {...{ application, sending, summary }}
          providers={config.providers}
          progress={progressOf(shown)}
          onChoose={(wanted) => void choose(wanted)}
          onChooseAgain={() => void chooseAgain()}
        />
      )}
      {shown === 'done' && (
        <DoneStep
          application={application}
          links={sending.links!}
          widgetId={config.widget.id}
          calendars={chosenCalendars}
          providers={config.providers}
          email={trial ? SAMPLE_EMAIL : emailsOf(answers, start.parameters).email}
          vouched={sending.vouched}
          notice={trial?.notice}
          trial={trial !== undefined}
          onChoose={change}
        />
      )}
    </Page>
  )

  /** The current step, or an earlier one that is incomplete: after a reload, "forward" may lead past it. */
  function reachable(): Step {
    const missing: Partial<Record<Step, boolean>> = {
      calendars: chosen.size === 0 && !start.parameters.skipCalendars,
      details: Object.keys(findFaults(config, answers)).length > 0,
      application: !sending.links,
    }
    return STEPS.slice(0, STEPS.indexOf(step)).find((earlier) => missing[earlier]) ?? step
  }

  function progressOf(at: Step): Progress {
    return { begun: begun.current, step: start.steps.indexOf(at) + 1, steps: start.steps.length }
  }
}
