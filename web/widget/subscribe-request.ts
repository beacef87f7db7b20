import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { CONSENT_FIELDS, REGISTRATION_FIELDS } from '../../src/widgets/widget.ts'
import { pageLanguage } from '../shared/page.ts'
import { type Answers, needsParent } from './subscribe-answers.ts'
import type { PageParameters } from './subscribe-parameters.ts'

const MAX_CUSTOM_FIELDS = 50

/** The body of the subscribe request, without the application. */
export function subscribeBody(
  config: WidgetConfig,
  chosen: ReadonlySet<string>,
  answers: Answers,
  parameters: PageParameters,
): object {
  const { fields, consents } = config.widget
  const registration: Record<string, unknown> = {}
  for (const field of REGISTRATION_FIELDS) {
    const text = String(answers[field] ?? '').trim()
    if (fields[field] && text) registration[field] = text
  }
  consents.forEach((_, i) => (registration[CONSENT_FIELDS[i]!] = answers[CONSENT_FIELDS[i]!] === true))
  if (consents.length > 0) registration.consent_language = pageLanguage
  if (needsParent(config, answers)) {
    registration.parent_email = String(answers.parent_email).trim()
    registration.parent_consent = answers.parent_consent === true
  }
  const custom = customFields(config, answers, parameters)
  return {
    ...emailsOf(answers, parameters),
    calendarIds: [...chosen],
    ...(parameters.skipCalendars && { skip_schedule_selection: true }),
    ...registration,
    ...(custom.length > 0 && { custom_fields: custom }),
    ...parameters.extra,
  }
}

/** The page knows its visitor, so its address is the key; another one that was typed is the second. */
export function emailsOf(
  answers: Answers,
  { email, knowsEmail }: PageParameters,
): { email: string; secondary_email?: string } {
  const typed = String(answers.email ?? '').trim()
  if (!knowsEmail || email.toLowerCase() === typed.toLowerCase()) return { email: typed }
  return { email, secondary_email: typed }
}

/** The answers to the publisher's questions, then further fields from the page. */
function customFields({ widget }: WidgetConfig, answers: Answers, parameters: PageParameters) {
  const asked = widget.customFields.map(({ name, kind }) => {
    const answer = answers[`custom_fields.${name}`]
    if (kind === 'tick') return { name, value: String(answer === true) }
    const text = String(answer ?? '')
    return { name, value: kind === 'choice' ? text : text.trim() }
  })
  const names = asked.map(({ name }) => name)
  const others = parameters.customFields.filter(({ name }) => !names.includes(name))
  return [...asked.filter(({ value }) => value !== ''), ...others].slice(0, MAX_CUSTOM_FIELDS)
}
