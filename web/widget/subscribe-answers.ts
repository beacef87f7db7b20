import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { CONSENT_FIELDS, REGISTRATION_FIELDS } from '../../src/widgets/widget.ts'
import { say, words } from '../shared/page.ts'

/** What was filled in, by the names the service has for it; a publisher's own questions as `custom_fields.NAME`. */
export type Answers = Record<string, string | boolean>

/** What is wrong with it, by the same names, as a person reads it. */
export type Faults = Record<string, string>

const OLDEST = '1900-01-01'

/** The form of an address; whether it exists shows later. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@"<>]+@[^\s@"<>.]+(\.[^\s@"<>.]+)+$/.test(text.trim()) && text.trim().length <= 254
}

/** All that stands in the way of subscribing. */
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
  for (const { name, required } of customFields) {
    const key = `custom_fields.${name}`
    if (required && !text(key)) faults[key] = subscribe.fillIn
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

/** What is wrong with a date of birth; undefined: nothing. */
export function dobFault({ widget, publisher }: WidgetConfig, dob: string): string | undefined {
  const today = todayIn(publisher.timezone)
  if (dob < OLDEST || dob > today) return words.subscribe.dateWrong
  const { minimumAge } = widget
  if (minimumAge === false || ageOn(today, dob) >= minimumAge) return undefined
  return say(words.subscribe.tooYoung, { age: minimumAge })
}

/** Whether a parent has to agree, by the date of birth as far as it is filled in. */
export function needsParent(config: WidgetConfig, answers: Answers): boolean {
  const { fields, parentConsentAge } = config.widget
  const dob = String(answers.dob ?? '')
  if (!fields.dob || parentConsentAge === false || !dob || dobFault(config, dob)) return false
  return ageOn(todayIn(config.publisher.timezone), dob) < parentConsentAge
}

/** The day it is where the publisher is, as the service sees it. */
export function todayIn(timeZone: string): string {
  // Swedish writes dates as the service does.
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
