import { FORM_INDEX } from '@mantine/form'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import type { ConfirmPolicy } from '../../../src/publishers/publisher.ts'
import { type EventView, viewOf } from '../../../src/widgets/event-view.ts'
import { REGISTRATION_FIELDS, type RegistrationField } from '../../../src/widgets/widget.ts'
import { ApiError } from '../kit/api.ts'
import { words } from '../words/index.ts'
import {
  QUESTION_CHECKS,
  questionSettings,
  type QuestionsForm,
  questionsOf,
  withoutIncomplete,
} from './questions-form.ts'

export type Asked = 'hidden' | 'optional' | 'required'

/** A widget's settings, as the form holds them. */
export interface WidgetForm extends QuestionsForm, Record<string, unknown> {
  name: string
  /** Every public calendar, or those of `calendarIds`. */
  offer: 'all' | 'some'
  calendarIds: string[]
  fields: Record<RegistrationField, Asked>
  minimumAge: number | ''
  parentConsentAge: number | ''
  /** `publisher`: as in the publisher's settings. */
  confirm: 'publisher' | ConfirmPolicy
  embedding: 'anywhere' | 'some'
  origins: string[]
  view: EventView
  colors: 'publisher' | 'own'
  primary: string
  secondary: string
}

export type Settings = WidgetRecord['settings']

export function formOf({ name, settings }: Pick<WidgetRecord, 'name' | 'settings'>): WidgetForm {
  const { calendarIds, fields = {}, origins, colors } = settings
  const asked = fields as Partial<Record<RegistrationField, Asked>>
  return {
    name,
    offer: calendarIds ? 'some' : 'all',
    calendarIds: calendarIds ?? [],
    fields: Object.fromEntries(
      REGISTRATION_FIELDS.map((field) => [field, asked[field] ?? 'hidden']),
    ) as WidgetForm['fields'],
    ...questionsOf(settings),
    minimumAge: settings.minimumAge ?? '',
    parentConsentAge: settings.parentConsentAge ?? '',
    confirm: settings.confirm ?? 'publisher',
    embedding: origins ? 'some' : 'anywhere',
    origins: origins ?? [],
    view: viewOf({ view: settings.view }, 'list'),
    colors: colors ? 'own' : 'publisher',
    primary: colors?.primary ?? '',
    secondary: colors?.secondary ?? '',
  }
}

/** The settings for the request, without those that have their default. */
export function settingsOf(form: WidgetForm): Settings {
  const asked = Object.entries(form.fields).filter(([, how]) => how !== 'hidden')
  const { minimumAge, parentConsentAge, primary, secondary, confirm } = form
  return {
    ...(form.offer === 'some' && { calendarIds: form.calendarIds }),
    ...(asked.length > 0 && { fields: Object.fromEntries(asked) }),
    ...questionSettings(form),
    ...(minimumAge !== '' && { minimumAge }),
    ...(parentConsentAge !== '' && { parentConsentAge }),
    ...(confirm !== 'publisher' && { confirm }),
    ...(form.view !== 'list' && { view: form.view }),
    ...(form.embedding === 'some' && { origins: form.origins }),
    ...(form.colors === 'own' && { colors: { primary, secondary } }),
  }
}

/** The settings for the preview, without incomplete entries, whose fields show their own errors. */
export function previewedOf(form: WidgetForm): Settings {
  return settingsOf({
    ...form,
    ...withoutIncomplete(form),
    offer: form.calendarIds.length > 0 ? form.offer : 'all',
    embedding: form.origins.length > 0 ? form.embedding : 'anywhere',
    colors: form.primary !== '' || form.secondary !== '' ? form.colors : 'publisher',
  })
}

/** True if the date of birth is required, because of an age limit. */
export function needsBirthDate({ minimumAge, parentConsentAge }: WidgetForm): boolean {
  return minimumAge !== '' || parentConsentAge !== ''
}

/** An error with the form's names and texts: `settings.consents[0].url` is `consents.0.url` in the form. */
export function inFormNames(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const faults = Object.entries(error.fields).map(([name, text]): [string, string] => {
    const path = name
      .replace(/^settings\.(colors\.)?/, '')
      .replace(/\[(\d+)\]/g, '.$1')
      .replace(/^origins\.\d+$/, 'origins')
    return [path, text]
  })
  return new ApiError(error.status, error.message, Object.fromEntries(faults), error.body)
}

const ORIGIN = /^https?:\/\/[^\s/]+$/

/** A new question or consent shows a missing text only after its field loses the focus. */
export const CHECKED_ON_BLUR = [
  `customFields.${FORM_INDEX}.label`,
  `customFields.${FORM_INDEX}.options.${FORM_INDEX}.label`,
  `consents.${FORM_INDEX}.text`,
]

/** Checks made while typing. The service makes the rest when the form is sent. */
export const CHECKS = {
  name: (name: string) => (name.trim() ? null : words.widgets.nameFault),
  calendarIds: (ids: string[], { offer }: WidgetForm) =>
    offer === 'some' && ids.length === 0 ? words.widgets.calendarsFault : null,
  parentConsentAge: (age: number | '', { minimumAge }: WidgetForm) =>
    age !== '' && minimumAge !== '' && age <= minimumAge ? words.widgets.parentAgeFault : null,
  origins: (origins: string[], { embedding }: WidgetForm) =>
    embedding === 'anywhere'
      ? null
      : origins.length === 0
        ? words.widgets.originsNone
        : origins.every((origin) => ORIGIN.test(origin))
          ? null
          : words.widgets.originsFault,
  ...QUESTION_CHECKS,
}
