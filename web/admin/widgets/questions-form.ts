import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import type { QuestionKind, Translations } from '../../../src/widgets/widget.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { words } from '../words/index.ts'

type Settings = WidgetRecord['settings']
type Question = NonNullable<Settings['customFields']>[number]
type Option = NonNullable<Question['options']>[number]
type Consent = NonNullable<Settings['consents']>[number]

/** An entry of a list that can be reordered, with a stable key. */
export type Keyed<T> = T & { key: string }

interface Labelled {
  label: string
  /** By language; empty texts while they are typed. */
  translations: Translations<{ label: string }>
}

export interface FormOption extends Labelled {
  value: string
}

/** A question in the form. It keeps its options while another kind is chosen. */
export interface FormQuestion extends Labelled {
  name: string
  required: boolean
  kind: QuestionKind
  options: Keyed<FormOption>[]
}

/** A consent in the form; `url` may be empty. */
export interface FormConsent {
  text: string
  url: string
  required: boolean
  translations: Translations<{ text: string; url: string }>
}

export interface QuestionsForm {
  customFields: Keyed<FormQuestion>[]
  consents: Keyed<FormConsent>[]
}

let keys = 0

function keyed<T extends object>(entry: T): Keyed<T> {
  return { ...entry, key: `entry-${++keys}` }
}

export function newQuestion(name: string): Keyed<FormQuestion> {
  return keyed({ name, label: '', required: false, kind: 'text', options: [], translations: {} })
}

export function newOption(): Keyed<FormOption> {
  return keyed({ value: '', label: '', translations: {} })
}

export function newConsent(): Keyed<FormConsent> {
  return keyed({ text: '', url: '', required: false, translations: {} })
}

export function questionsOf({ customFields = [], consents = [] }: Settings): QuestionsForm {
  return {
    customFields: customFields.map(({ options = [], ...question }) =>
      keyed({
        kind: 'text' as const,
        translations: {},
        ...question,
        options: options.map((option) => keyed({ translations: {}, ...option })),
      }),
    ),
    consents: consents.map(({ translations = {}, ...consent }) =>
      keyed({
        url: '',
        ...consent,
        translations: mapTexts(translations, (texts) => ({ url: '', ...texts })),
      }),
    ),
  }
}

/** The settings for the request. */
export function questionSettings({ customFields, consents }: QuestionsForm) {
  return {
    ...(customFields.length > 0 && { customFields: customFields.map(questionSetting) }),
    ...(consents.length > 0 && { consents: consents.map(consentSetting) }),
  }
}

function questionSetting({ name, label, required, kind, options, translations }: FormQuestion): Question {
  const languages = Object.keys(translations)
  return {
    ...{ name, label, required },
    ...(kind !== 'text' && { kind }),
    ...(kind === 'choice' && { options: options.map((option) => optionSetting(option, languages)) }),
    ...given(translations),
  }
}

/** An option is translated into the languages of its question, where it has a text. */
function optionSetting({ value, label, translations }: FormOption, languages: string[]): Option {
  const texts = Object.entries(translations).filter(
    ([language, texts]) => languages.includes(language) && isFilled(texts.label),
  )
  return { value, label, ...given(Object.fromEntries(texts)) }
}

function consentSetting({ text, url, required, translations }: FormConsent): Consent {
  return {
    ...{ text, ...(url && { url }), required },
    ...given(mapTexts(translations, ({ text, url }) => ({ text, ...(url && { url }) }))),
  }
}

/** Without what is incomplete, whose fields show their own errors. */
export function withoutIncomplete({ customFields, consents }: QuestionsForm): QuestionsForm {
  const complete = customFields.map((question) => ({
    ...question,
    options: question.options.filter(({ label, value }) => isFilled(label) && isFilled(value)),
    translations: filterTexts(question.translations, ({ label }) => isFilled(label)),
  }))
  return {
    customFields: complete.filter(
      ({ name, label, kind, options }) =>
        isFilled(name) && isFilled(label) && (kind !== 'choice' || areDifferent(options)),
    ),
    consents: consents
      .filter(({ text }) => isFilled(text))
      .map((consent) => ({
        ...consent,
        translations: filterTexts(consent.translations, ({ text }) => isFilled(text)),
      })),
  }
}

function areDifferent(options: FormOption[]): boolean {
  return options.length >= 2 && new Set(options.map(({ value }) => value)).size === options.length
}

function isFilled(text: string): boolean {
  return text.trim() !== ''
}

function given<Texts>(translations: Translations<Texts>) {
  return Object.keys(translations).length > 0 && { translations }
}

function mapTexts<From, To>(translations: Translations<From>, map: (texts: From) => To): Translations<To> {
  const entries = Object.entries<From>(translations as Record<string, From>)
  return Object.fromEntries(entries.map(([language, texts]) => [language, map(texts)]))
}

function filterTexts<Texts>(translations: Translations<Texts>, keeps: (texts: Texts) => boolean) {
  const entries = Object.entries<Texts>(translations as Record<string, Texts>)
  return Object.fromEntries(entries.filter(([, texts]) => keeps(texts))) as Translations<Texts>
}

/** The same checks for the texts of each language. */
function inEachLanguage<Checks>(checks: Checks): Record<string, Checks> {
  return Object.fromEntries(LANGUAGES.map(({ value }) => [value, checks]))
}

const translation = (text: string) => (isFilled(text) ? null : words.widgets.translationFault)

const address = (url: string) =>
  url === '' || /^https?:\/\/\S+$/.test(url) ? null : words.widgets.addressFault

/** The question of a path such as `customFields.0.options.1.value`. */
function questionAt({ customFields }: QuestionsForm, path: string): FormQuestion | undefined {
  return customFields[Number(path.split('.')[1])]
}

/** Checks made while typing. */
export const QUESTION_CHECKS = {
  customFields: {
    name: (name: string, { customFields }: QuestionsForm) =>
      !isFilled(name)
        ? words.widgets.programNameFault
        : customFields.filter((other) => other.name === name).length > 1
          ? words.widgets.sameName
          : null,
    label: (label: string) => (isFilled(label) ? null : words.widgets.questionFault),
    translations: inEachLanguage({ label: translation }),
    options: {
      label: (label: string, form: QuestionsForm, path: string) =>
        questionAt(form, path)?.kind !== 'choice' || isFilled(label) ? null : words.widgets.optionFault,
      value: (value: string, form: QuestionsForm, path: string) => {
        const { kind, options } = questionAt(form, path) ?? { options: [] }
        if (kind !== 'choice') return null
        if (!isFilled(value)) return words.widgets.valueFault
        const same = options.filter((other) => other.value === value)
        return same.length > 1 ? words.widgets.sameValue : null
      },
    },
  },
  consents: {
    text: (text: string) => (isFilled(text) ? null : words.widgets.consentFault),
    url: address,
    translations: inEachLanguage({ text: translation, url: address }),
  },
}
