import type { Static } from 'typebox'
import { checker } from '../check.ts'
import type { FieldErrors } from '../errors.ts'
import { profileOf } from '../subscribers/answers.ts'
import type { SubscribeRequest } from '../subscribers/subscribe-request.ts'
import type { Profile } from '../subscribers/subscriber.ts'
import { isDay, yearsBetween } from '../time/day.ts'
import { isPageState, PAGE_STATE_ACCEPTS } from './page-state.ts'
import { RegistrationInput } from './registration-schema.ts'
import { CONSENT_FIELDS, type CustomQuestion, REGISTRATION_FIELDS, type WidgetSettings } from './widget.ts'

const OLDEST = '1900-01-01'

/** The data that a person submits through a widget. */
export type Registration = Omit<SubscribeRequest, 'widgetId'>

type Input = Static<typeof RegistrationInput>

const check = checker(RegistrationInput, 'Subscriber')

/**
 * Validates a submitted form against the settings of the widget. Returns the registration, or all errors by
 * field. `today` is the day in the publisher's time zone.
 */
export function readRegistration(
  input: unknown,
  settings: WidgetSettings,
  today: string,
): { registration: Registration } | { errors: FieldErrors; calendarIds: string[] } {
  const errors = check(input) ?? {}
  if (errors.body) return { errors, calendarIds: [] }
  const { state: pageState } = input as Input
  if (!errors.state && pageState && !isPageState(pageState))
    errors.state = `Subscriber state must be ${PAGE_STATE_ACCEPTS}`
  const values = validFields(input as Input, errors)

  const calendarIds = values.calendarIds ?? []
  if (calendarIds.length === 0 && !values.skip_schedule_selection) need('calendarIds')
  for (const field of REGISTRATION_FIELDS) {
    if (settings.fields?.[field] === 'required' && isBlank(values[field])) need(field)
  }
  settings.consents?.forEach(({ required }, index) => {
    const field = CONSENT_FIELDS[index]!
    if (required && values[field] !== true) need(field)
  })
  for (const question of errors.custom_fields ? [] : (settings.customFields ?? [])) {
    const field = `custom_fields.${question.name}`
    const answers = (values.custom_fields ?? []).filter(({ name }) => name === question.name)
    const fault = answersFault(
      question,
      answers.map(({ value }) => value),
    )
    if (fault) errors[field] ??= `Subscriber ${field} ${fault}`
  }
  const parent = settings.fields?.dob && values.dob ? readAge(values.dob) : undefined
  for (const _ in errors) return { errors, calendarIds }

  const { email, application = '', referringPage, state } = values
  const registration: Registration = {
    email,
    calendarIds,
    application,
    profile: readProfile(values, { ...agesOf(settings), ...parent }),
    ...(referringPage && { referringPage }),
    ...(state && { state }),
  }
  return { registration }

  function need(field: string): void {
    errors[field] ??= `Subscriber ${field} is required`
  }

  /** Checks the age. Returns the parent's data if the person needs a parent's consent. */
  function readAge(dob: string): Profile | undefined {
    if (!isDay(dob) || dob < OLDEST || dob > today) {
      errors.dob ??= 'Subscriber dob must be a date of the past, as YYYY-MM-DD'
      return undefined
    }
    const age = yearsBetween(dob, today)
    const { minimumAge = 0, parentConsentAge = 0 } = settings
    if (age < minimumAge) {
      errors.dob ??= `Subscriber dob must be that of a person of at least ${minimumAge} years`
      return undefined
    }
    if (age >= parentConsentAge) return undefined
    if (isBlank(values.parent_email)) need('parent_email')
    if (values.parent_consent !== true) need('parent_consent')
    return { parentEmail: values.parent_email ?? '', parentConsentOn: today }
  }
}

/** Returns the error of the answers to a question, of which there may be several; undefined: they are valid. */
function answersFault(
  { kind, required, options = [] }: CustomQuestion,
  answers: string[],
): string | undefined {
  const given = answers.filter((answer) => !isBlank(answer))
  const accepts = (answer: string) =>
    kind === 'choice'
      ? options.some(({ value }) => value === answer)
      : kind !== 'tick' || answer === 'true' || answer === 'false'
  if (!given.every(accepts))
    return kind === 'tick' ? 'must be true or false' : 'must be the value of one of its options'
  const missing = given.length === 0 || (kind === 'tick' && given.includes('false'))
  return required && missing ? 'is required' : undefined
}

/** Returns the fields without errors, so that reading can go on with them. */
function validFields(input: Input, errors: FieldErrors): Input {
  const faulty = new Set(Object.keys(errors).map((field) => /^\w+/.exec(field)?.[0]))
  return Object.fromEntries(Object.entries(input).filter(([field]) => !faulty.has(field))) as Input
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}

function agesOf({ minimumAge, parentConsentAge }: WidgetSettings): Profile {
  return {
    ...(minimumAge !== undefined && { requiredAge: minimumAge }),
    ...(parentConsentAge !== undefined && { parentConsentAge }),
  }
}

function readProfile(values: Input, more: Profile): Profile {
  const consents = CONSENT_FIELDS.map((field) => values[field])
  return profileOf(values, {
    secondaryEmail: values.secondary_email,
    reference: values.subscriber_reference,
    customFields: values.custom_fields?.map(({ name, value }) => ({ name, value })),
    ...(consents.some((consent) => consent !== undefined) && {
      optins: consents.map((consent) => consent ?? false),
      consentLanguage: values.consent_language,
    }),
    ...more,
  })
}
