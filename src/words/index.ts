import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

/** A text that depends on a number, by the categories of `Intl.PluralRules`; `{count}` is the number. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** All that pages and mails say, by where they say it. Names in braces are filled in. */
export type Words = {
  [Place in keyof typeof en]: {
    [Key in keyof (typeof en)[Place]]: (typeof en)[Place][Key] extends string ? string : Counted
  }
}

/** English first: it is what who reads none of the others gets. */
export const LANGUAGES = { en, de, fr, es, ja, ar } satisfies Record<string, Words>
export type Language = keyof typeof LANGUAGES

/** The direction of writing. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
