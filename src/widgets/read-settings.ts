import type { Static } from 'typebox'
import type { FieldErrors } from '../errors.ts'
import type { EventView } from './event-view.ts'
import {
  type Consent,
  type CustomQuestion,
  type QuestionOption,
  REGISTRATION_FIELDS,
  type RegistrationFields,
  type Translations,
  type WidgetColors,
  type WidgetSettings,
} from './widget.ts'
import type { WidgetSettingsInput } from './widget-schema.ts'

/**
 * Converts settings that match the schema, checks rules across fields and drops unknown ones. An age limit
 * makes the date of birth required.
 */
export function readSettings(
  input: Static<typeof WidgetSettingsInput>,
): { settings: WidgetSettings } | { errors: FieldErrors } {
  const {
    calendarIds,
    customFields,
    consents,
    minimumAge,
    parentConsentAge,
    origins,
    colors,
    confirm,
    view,
  } = input
  const errors: FieldErrors = {}
  const names = customFields?.map(({ name }) => name) ?? []
  if (new Set(names).size < names.length) {
    errors['settings.customFields'] = 'Widget settings.customFields must have a different name for each'
  }
  if (minimumAge !== undefined && parentConsentAge !== undefined && parentConsentAge <= minimumAge) {
    errors['settings.parentConsentAge'] =
      'Widget settings.parentConsentAge must be more than settings.minimumAge'
  }
  customFields?.forEach((question, index) => {
    const fault = optionsFault(question)
    const field = `settings.customFields[${index}].options`
    if (fault) errors[field] = `Widget ${field} ${fault}`
  })
  for (const _ in errors) return { errors }

  const own = readColors(colors)
  const fields = readFields(input.fields ?? {}, minimumAge ?? parentConsentAge)
  const settings: WidgetSettings = {
    ...(calendarIds && { calendarIds: [...new Set(calendarIds)] }),
    ...(fields && { fields }),
    ...(customFields && { customFields: customFields.map(readQuestion) }),
    ...(consents && { consents: consents.map(readConsent) }),
    ...(minimumAge !== undefined && { minimumAge }),
    ...(parentConsentAge !== undefined && { parentConsentAge }),
    ...(origins && { origins }),
    ...(own && { colors: own }),
    ...(confirm && { confirm }),
    ...(view && { view: view as EventView }),
  }
  return { settings }
}

function optionsFault({ kind, options }: CustomQuestion): string | undefined {
  if (kind !== 'choice') return options && 'must be left out, unless kind is choice'
  if (!options) return 'is required, since kind is choice'
  const values = new Set(options.map(({ value }) => value))
  return values.size < options.length ? 'must have a different value for each' : undefined
}

function readQuestion({
  name,
  label,
  required,
  kind,
  options,
  translations,
}: CustomQuestion): CustomQuestion {
  return {
    ...{ name, label, required },
    ...(kind && { kind }),
    ...(options && { options: options.map(readOption) }),
    ...readTranslations(translations, ({ label }) => ({ label })),
  }
}

function readOption({ value, label, translations }: QuestionOption): QuestionOption {
  return { value, label, ...readTranslations(translations, ({ label }) => ({ label })) }
}

function readConsent({ text, url, required, translations }: Consent): Consent {
  return {
    ...{ text, ...(url && { url }), required },
    ...readTranslations(translations, ({ text, url }) => ({ text, ...(url && { url }) })),
  }
}

/** Returns the translations, each read by `read`, as a property; no property if there are none. */
function readTranslations<Texts>(
  translations: Translations<Texts> = {},
  read: (texts: Texts) => Texts,
): { translations?: Translations<Texts> } {
  const texts = Object.entries(translations).map(([language, given]) => [language, read(given)] as const)
  return texts.length > 0 ? { translations: Object.fromEntries(texts) } : {}
}

function readFields(input: Record<string, unknown>, age: number | undefined): RegistrationFields | undefined {
  const fields: RegistrationFields = {}
  for (const field of REGISTRATION_FIELDS) {
    const level = input[field] as RegistrationFields[typeof field]
    if (level) fields[field] = level
  }
  if (age !== undefined) fields.dob = 'required'
  for (const _ in fields) return fields
  return undefined
}

function readColors({ primary, secondary }: WidgetColors = {}): WidgetColors | undefined {
  if (!primary && !secondary) return undefined
  return { ...(primary && { primary }), ...(secondary && { secondary }) }
}
