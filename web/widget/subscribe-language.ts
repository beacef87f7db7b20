import { pageLanguage } from '../shared/page.ts'

/** An entry of the widget's settings, with some of its texts in other languages. */
interface Translated<Entry> {
  translations?: Partial<Record<string, Partial<Entry>>>
}

/** Returns the entry with its texts in the language of the page. Those without a translation stay plain. */
export function inPageLanguage<Entry extends Translated<Entry>>(entry: Entry): Entry {
  return { ...entry, ...entry.translations?.[pageLanguage] }
}
