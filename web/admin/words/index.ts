import type { Counted, Language } from '../../../src/words/index.ts'
import type { en } from './en/index.ts'

export type { Counted, Language }

/** The texts of the admin portal, by place. Names in braces are placeholders. */
export type Words = {
  [Place in keyof typeof en]: {
    [Key in keyof (typeof en)[Place]]: (typeof en)[Place][Key] extends string ? string : Counted
  }
}

export interface PageWords {
  language: Language
  words: Words
}

/**
 * The language of the page and its texts. A script of its own puts them there before the portal's scripts run, so that
 * constants of modules can hold texts too: `web/admin/words/de.ts`.
 */
export const { language, words } = (globalThis as unknown as { pageWords: PageWords }).pageWords
