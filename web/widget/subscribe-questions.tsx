import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { CONSENT_FIELDS, REGISTRATION_FIELDS, type RegistrationField } from '../../src/widgets/widget.ts'
import { CheckField, EmailField, RadioField, SelectField, TextField } from '../shared/components/field.tsx'
import { say, words } from '../shared/page.ts'
import { type Answers, type Faults, needsParent, todayIn } from './subscribe-answers.ts'
import { inPageLanguage } from './subscribe-language.ts'
import { AGE_GROUPS, countries, genders } from './subscribe-options.ts'

/** More options are a list that opens. */
const MOST_RADIOS = 5

export interface Asking {
  config: WidgetConfig
  answers: Answers
  faults: Faults
  onChange: (name: string, value: string | boolean) => void
}

/** Attributes for autofill and for the keyboard of a phone. */
const INPUTS: Partial<Record<RegistrationField, object>> = {
  first_name: { autocomplete: 'given-name', dir: 'auto' },
  last_name: { autocomplete: 'family-name', dir: 'auto' },
  mobile: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', dir: 'ltr' },
  zip: { autocomplete: 'postal-code' },
  dob: { type: 'date', autocomplete: 'bday' },
}

/** The registration fields that the publisher has switched on. */
export function Registration({ config, answers, faults, onChange }: Asking) {
  const { fields } = config.widget
  return REGISTRATION_FIELDS.filter((field) => fields[field]).map((field) => {
    const asked = {
      name: field,
      label: words.subscribe[field],
      required: fields[field] === 'required',
      value: String(answers[field] ?? ''),
      error: faults[field],
      onInput: (value: string) => onChange(field, value),
    }
    if (field === 'country') return <SelectField {...asked} autocomplete="country" options={countries()} />
    if (field === 'gender') return <SelectField {...asked} autocomplete="sex" options={genders()} />
    if (field === 'age_group') return <SelectField {...asked} options={AGE_GROUPS} />
    if (field !== 'dob') return <TextField {...asked} maxlength={255} {...INPUTS[field]} />
    return (
      <>
        <TextField {...asked} {...INPUTS.dob} max={todayIn(config.publisher.timezone)} />
        {needsParent(config, answers) && <Parent {...{ config, answers, faults, onChange }} />}
      </>
    )
  })
}

function Parent({ config, answers, faults, onChange }: Asking) {
  const { subscribe } = words
  return (
    <div class="parent" role="group" aria-label={subscribe.parent_consent}>
      <p role="status">{say(subscribe.parentNeeded, { age: Number(config.widget.parentConsentAge) })}</p>
      <EmailField
        label={subscribe.parent_email}
        name="parent_email"
        autocomplete="off"
        value={String(answers.parent_email ?? '')}
        error={faults.parent_email}
        onInput={(value) => onChange('parent_email', value)}
      />
      <CheckField
        label={subscribe.parent_consent}
        name="parent_consent"
        required
        checked={answers.parent_consent === true}
        error={faults.parent_consent}
        onInput={(value) => onChange('parent_consent', value)}
      />
    </div>
  )
}

/** The publisher's own questions. */
export function OwnQuestions({ config, answers, faults, onChange }: Asking) {
  return config.widget.customFields.map((question) => {
    const { name, label, required, kind, options = [] } = inPageLanguage(question)
    const field = `custom_fields.${name}`
    const common = { name: field, label: <bdi>{label}</bdi>, required, error: faults[field] }
    if (kind === 'tick') {
      const checked = answers[field] === true
      return <CheckField key={name} {...common} checked={checked} onInput={(on) => onChange(field, on)} />
    }
    const asked = {
      ...common,
      value: String(answers[field] ?? ''),
      onInput: (value: string) => onChange(field, value),
    }
    if (kind !== 'choice') return <TextField key={name} {...asked} maxlength={1000} dir="auto" />
    const choices = options.map(inPageLanguage)
    // Radio buttons can't be cleared again, so an optional question is never one of them.
    return required && choices.length <= MOST_RADIOS ? (
      <RadioField key={name} {...asked} options={choices} />
    ) : (
      <SelectField key={name} {...asked} options={choices} />
    )
  })
}

/** The consents, each with a link to its full text. */
export function Consents({ config, answers, faults, onChange }: Asking) {
  return config.widget.consents.map((consent, i) => {
    const { text, url, required } = inPageLanguage(consent)
    const field = CONSENT_FIELDS[i]!
    return (
      <CheckField
        key={field}
        name={field}
        label={<bdi>{text}</bdi>}
        required={required}
        checked={answers[field] === true}
        error={faults[field]}
        onInput={(value) => onChange(field, value)}
      >
        {url && (
          <a
            class="aside outside"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${words.subscribe.readMore}: ${text}`}
          >
            {words.subscribe.readMore}
          </a>
        )}
      </CheckField>
    )
  })
}
