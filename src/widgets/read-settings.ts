import type { Static } from 'typebox'
import type { FieldErrors } from '../errors.ts'
import {
  REGISTRATION_FIELDS,
  type RegistrationFields,
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
  const { calendarIds, customFields, consents, minimumAge, parentConsentAge, origins, colors, confirm } =
    input
  const errors: FieldErrors = {}
  const names = customFields?.map(({ name }) => name) ?? []
  if (new Set(names).size < names.length) {
    errors['settings.customFields'] = 'Widget settings.customFields must have a different name for each'
  }
  if (minimumAge !== undefined && parentConsentAge !== undefined && parentConsentAge <= minimumAge) {
    errors['settings.parentConsentAge'] =
      'Widget settings.parentConsentAge must be more than settings.minimumAge'
  }
  for (const _ in errors) return { errors }

  const own = readColors(colors)
  const fields = readFields(input.fields ?? {}, minimumAge ?? parentConsentAge)
  const settings: WidgetSettings = {
    ...(calendarIds && { calendarIds: [...new Set(calendarIds)] }),
    ...(fields && { fields }),
    ...(customFields && {
      customFields: customFields.map(({ name, label, required }) => ({ name, label, required })),
    }),
    ...(consents && {
      consents: consents.map(({ text, url, required }) => ({ text, ...(url && { url }), required })),
    }),
    ...(minimumAge !== undefined && { minimumAge }),
    ...(parentConsentAge !== undefined && { parentConsentAge }),
    ...(origins && { origins }),
    ...(own && { colors: own }),
    ...(confirm && { confirm }),
  }
  return { settings }
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
