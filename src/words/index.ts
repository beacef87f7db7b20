import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

/** The plural forms of a text, by category of `Intl.PluralRules`; `{count}` is the number. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The texts of pages and mails, by section. Names in braces are placeholders. */
export type Words = {
  [Section in keyof typeof en]: {
    [Key in keyof (typeof en)[Section]]: (typeof en)[Section][Key] extends string ? string : Counted
  }
}

/** English comes first: it is the default for readers of none of the others. */
export const LANGUAGES = { en, de, fr, es, ja, ar } satisfies Record<string, Words>
export type Language = keyof typeof LANGUAGES

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** A stored language; English if it is unknown. */
export function languageFrom(text: string): Language {
  return Object.hasOwn(LANGUAGES, text) ? (text as Language) : 'en'
}
