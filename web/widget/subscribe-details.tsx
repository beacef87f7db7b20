import { useEffect, useRef, useState } from 'preact/hooks'
import type { PublisherLook, WidgetConfig } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { EmailField, focusFault } from '../shared/components/field.tsx'
import { NoticeLink } from '../shared/components/page-frame.tsx'
import { words } from '../shared/page.ts'
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
  progress: Progress
  onChange: (name: string, value: string | boolean) => void
  onNext: () => void
}

/** The e-mail and the publisher's questions. */
export function DetailsStep({
  config,
  answers,
  refused,
  knownEmail,
  progress,
  onChange,
  onNext,
}: DetailsProps) {
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { subscribe, common } = words
  const faults: Faults = { ...(tried ? findFaults(config, answers) : tooYoung(config, answers)), ...refused }
  const asks = { config, answers, faults, onChange }
  const { fields, customFields } = config.widget
  const more = Object.keys(fields).length + customFields.length > 0

  useEffect(() => focusFault(form.current), [refused])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (Object.keys({ ...findFaults(config, answers), ...refused }).length === 0) return onNext()
    setTried(true)
    requestAnimationFrame(() => focusFault(form.current))
  }
  return (
    <form class="form" ref={form} noValidate onSubmit={submit}>
      <StepHeading title={more ? subscribe.detailsTitleMore : subscribe.detailsTitle} progress={progress} />
      <p class="lead">{subscribe.detailsText}</p>
      <EmailField
        label={subscribe.email}
        name="email"
        autocomplete="email"
        readonly={knownEmail}
        value={String(answers.email ?? '')}
        error={faults.email}
        hint={config.publisher.privacyNotice && <PrivacyHint {...config.publisher} />}
        onInput={(value) => onChange('email', value)}
      />
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

/** Links to what the publisher does with the address, before it is typed. */
function PrivacyHint({ name, privacyNotice }: PublisherLook) {
  return words.subscribe.privacyText.split(/(\{\w+\})/).map((part) => {
    if (part === '{publisher}') return <bdi>{name}</bdi>
    if (part === '{notice}' && privacyNotice)
      return <NoticeLink href={privacyNotice}>{words.common.privacyNotice}</NoticeLink>
    return part
  })
}

/** Shows the age error at once, not after the person has filled in the rest. */
function tooYoung(config: WidgetConfig, { dob }: Answers): Faults {
  const complete = typeof dob === 'string' && dob >= '1900-01-01'
  const fault = config.widget.fields.dob && complete ? dobFault(config, dob) : undefined
  return fault ? { dob: fault } : {}
}
