import type { Counted, Language } from './index.ts'

/** Fills names in braces: `say('All of {category}', { category: 'Rugby' })`. A name without a value stays. */
export function say(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The plural form of a text for a number. */
export function sayCount(
  text: Counted,
  count: number,
  language: Language,
  values: Record<string, string> = {},
): string {
  const form = text[new Intl.PluralRules(language).select(count)] ?? text.other
  return say(form, { ...values, count: new Intl.NumberFormat(language).format(count) })
}

const COLON: Partial<Record<Language, string>> = { fr: ' : ', ja: '：' }

/** The colon between a label and its text, with its spaces. */
export function colonOf(language: Language): string {
  return COLON[language] ?? ': '
}

/** A label and its text in one line. */
export function labelled(label: string, text: string, language: Language): string {
  return label + colonOf(language) + text
}
