import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { CONSENT_FIELDS, REGISTRATION_FIELDS } from '../../src/widgets/widget.ts'
import { type Answers, needsParent } from './subscribe-answers.ts'
import type { Passed } from './subscribe-passed.ts'

const MOST_CUSTOM_FIELDS = 50

/** The body of a subscription, but for the application. */
export function subscribeBody(
  config: WidgetConfig,
  chosen: ReadonlySet<string>,
  answers: Answers,
  passed: Passed,
): object {
  const { fields, consents } = config.widget
  const told: Record<string, unknown> = {}
  for (const field of REGISTRATION_FIELDS) {
    const text = String(answers[field] ?? '').trim()
    if (fields[field] && text) told[field] = text
  }
  consents.forEach((_, i) => (told[CONSENT_FIELDS[i]!] = answers[CONSENT_FIELDS[i]!] === true))
  if (needsParent(config, answers)) {
    told.parent_email = String(answers.parent_email).trim()
    told.parent_consent = answers.parent_consent === true
  }
  const custom = customFields(config, answers, passed)
  return {
    ...emails(String(answers.email ?? '').trim(), passed),
    calendarIds: [...chosen],
    ...(passed.skipCalendars && { skip_schedule_selection: true }),
    ...told,
    ...(custom.length > 0 && { custom_fields: custom }),
    ...passed.along,
  }
}

/** The page knows its visitor, so its address is the key; another one that was typed goes along. */
function emails(typed: string, { email, knowsEmail }: Passed) {
  if (!knowsEmail || email.toLowerCase() === typed.toLowerCase()) return { email: typed }
  return { email, secondary_email: typed }
}

/** What was filled in, then what else the page passed. */
function customFields({ widget }: WidgetConfig, answers: Answers, passed: Passed) {
  const asked = widget.customFields.map(({ name }) => name)
  const told = asked.map((name) => ({ name, value: String(answers[`custom_fields.${name}`] ?? '').trim() }))
  const others = passed.customFields.filter(({ name }) => !asked.includes(name))
  return [...told.filter(({ value }) => value !== ''), ...others].slice(0, MOST_CUSTOM_FIELDS)
}
