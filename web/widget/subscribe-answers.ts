import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { CONSENT_FIELDS, REGISTRATION_FIELDS } from '../../src/widgets/widget.ts'
import { looksLikeEmail } from '../shared/email.ts'
import { say, words } from '../shared/page.ts'

/**
 * The values of the form by the service's names; a publisher's own questions as `custom_fields.NAME`. Checkboxes are
 * booleans.
 */
export type Answers = Record<string, string | boolean>

/** Error messages by the same names. */
export type Faults = Record<string, string>

const MIN_BIRTH_DATE = '1900-01-01'

/** Finds all errors that prevent subscribing. */
export function findFaults(config: WidgetConfig, answers: Answers): Faults {
  const { fields, customFields, consents } = config.widget
  const { subscribe } = words
  const faults: Faults = {}
  const text = (name: string) => String(answers[name] ?? '').trim()

  if (!looksLikeEmail(text('email'))) faults.email = emailFault(text('email'))
  for (const field of REGISTRATION_FIELDS) {
    if (fields[field] === 'required' && !text(field)) faults[field] = subscribe.fillIn
  }
  if (fields.dob && text('dob')) {
    const fault = dobFault(config, text('dob'))
    if (fault) faults.dob = fault
  }
  if (needsParent(config, answers)) {
    if (!looksLikeEmail(text('parent_email'))) faults.parent_email = emailFault(text('parent_email'))
    if (answers.parent_consent !== true) faults.parent_consent = subscribe.agree
  }
  for (const { name, required, kind } of customFields) {
    const key = `custom_fields.${name}`
    if (!required) continue
    if (kind === 'tick') {
      if (answers[key] !== true) faults[key] = subscribe.tickThis
    } else if (!text(key)) faults[key] = kind === 'choice' ? subscribe.chooseAnswer : subscribe.fillIn
  }
  consents.forEach(({ required }, i) => {
    const field = CONSENT_FIELDS[i]!
    if (required && answers[field] !== true) faults[field] = subscribe.agree
  })
  return faults
}

function emailFault(text: string): string {
  return text ? words.subscribe.emailWrong : words.subscribe.fillIn
}

/** The error of a date of birth; undefined if it is valid. */
export function dobFault({ widget, publisher }: WidgetConfig, dob: string): string | undefined {
  const today = todayIn(publisher.timezone)
  if (dob < MIN_BIRTH_DATE || dob > today) return words.subscribe.dateWrong
  const { minimumAge } = widget
  if (minimumAge === false || ageOn(today, dob) >= minimumAge) return undefined
  return say(words.subscribe.tooYoung, { age: minimumAge })
}

/** True if a parent has to agree, according to the date of birth. */
export function needsParent(config: WidgetConfig, answers: Answers): boolean {
  const { fields, parentConsentAge } = config.widget
  const dob = String(answers.dob ?? '')
  if (!fields.dob || parentConsentAge === false || !dob || dobFault(config, dob)) return false
  return ageOn(todayIn(config.publisher.timezone), dob) < parentConsentAge
}

/** Today's date in the publisher's zone, as the service calculates ages. */
export function todayIn(timeZone: string): string {
  // The Swedish date format is `YYYY-MM-DD`.
  const day = (zone?: string) => new Intl.DateTimeFormat('sv', { timeZone: zone }).format()
  try {
    return day(timeZone)
  } catch {
    return day() // a zone this browser does not know
  }
}

function ageOn(today: string, dob: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}

/** The service's errors as messages of this page: its own messages are in English and for programs. */
export function refusals({ widget }: WidgetConfig, fields: Record<string, string>): Faults {
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
