import type { ComponentChild } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { EmailField, focusFault } from '../shared/components/field.tsx'
import { Say } from '../shared/components/say.tsx'
import { words } from '../shared/page.ts'
import { likelyEmail } from './email-typo.ts'
import { PrivacyHint } from './privacy-hint.tsx'
import { type Answers, dobFault, type Faults, findFaults } from './subscribe-answers.ts'
import { type Progress, StepHeading } from './subscribe-heading.tsx'
import { Consents, OwnQuestions, Registration } from './subscribe-questions.tsx'

interface DetailsProps {
  config: WidgetConfig
  answers: Answers
  /** Errors that the service has returned. */
  refused: Faults
  /** True if the publisher vouches for the address: it is shown, and not asked for. */
  knownEmail: boolean
  /** Says which calendars were chosen, where that is no step. */
  summary: ComponentChild
  /** True if a tap led here: the e-mail gets the focus. Otherwise screen readers begin with the heading. */
  tapped: boolean
  /** True if this device is to remember the address; undefined if the page knows it. */
  remembers: boolean | undefined
  progress: Progress
  onChange: (name: string, value: string | boolean) => void
  onRemember: (remembers: boolean) => void
  onNext: () => void
}

/** The e-mail and the publisher's questions. */
export function DetailsStep({
  config,
  answers,
  refused,
  knownEmail,
  summary,
  tapped,
  remembers,
  progress,
  onChange,
  onRemember,
  onNext,
}: DetailsProps) {
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** The address whose likely mistake is shown. */
  const [doubted, setDoubted] = useState('')
  const email = String(answers.email ?? '')
  const meant = knownEmail ? undefined : likelyEmail(email)
  const toFocus = tapped && !knownEmail && email === ''
  const { subscribe, common } = words
  const faults: Faults = { ...(tried ? findFaults(config, answers) : tooYoung(config, answers)), ...refused }
  const asks = { config, answers, faults, onChange }
  const { fields, customFields } = config.widget
  const more = Object.keys(fields).length + customFields.length > 0

  useEffect(() => focusFault(form.current), [refused])
  useEffect(() => {
    if (toFocus) form.current?.querySelector<HTMLElement>('[name="email"]')?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the step appears
  }, [])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (Object.keys({ ...findFaults(config, answers), ...refused }).length === 0) {
      // Once, so that nobody misses it; nobody is refused.
      return meant && doubted !== email ? setDoubted(email) : onNext()
    }
    setTried(true)
    requestAnimationFrame(() => focusFault(form.current))
  }
  return (
    <form class="form" ref={form} noValidate onSubmit={submit}>
      <StepHeading
        title={more ? subscribe.detailsTitleMore : subscribe.detailsTitle}
        progress={progress}
        quiet={toFocus}
      />
      <p class="lead">{subscribe.detailsText}</p>
      {summary}
      <EmailField
        label={subscribe.email}
        name="email"
        autocomplete="email"
        readonly={knownEmail}
        value={email}
        error={faults.email}
        hint={config.publisher.privacyNotice && <PrivacyHint {...config.publisher} />}
        onInput={(value) => onChange('email', value)}
      />
      <div role="status">
        {meant && doubted === email && (
          <div class="doubt">
            <p>
              <Say text={subscribe.didYouMean} values={{ email: <bdi>{meant}</bdi> }} />
            </p>
            <Button onClick={() => onChange('email', meant)}>{subscribe.mend}</Button>
          </div>
        )}
      </div>
      {remembers !== undefined && (
        <label class="check remember">
          <input
            type="checkbox"
            name="remember"
            checked={remembers}
            onInput={(event) => onRemember(event.currentTarget.checked)}
          />
          <span>{subscribe.remember}</span>
        </label>
      )}
      <Registration {...asks} />
      <OwnQuestions {...asks} />
      <Consents {...asks} />
      <div class="action">
        <Button kind="main" type="submit">
          {common.next}
        </Button>
      </div>
    </form>
  )
}

/** Shows the age error at once, not after the person has filled in the rest. */
function tooYoung(config: WidgetConfig, { dob }: Answers): Faults {
  const complete = typeof dob === 'string' && dob >= '1900-01-01'
  const fault = config.widget.fields.dob && complete ? dobFault(config, dob) : undefined
  return fault ? { dob: fault } : {}
}
