import { type ComponentChild, render } from 'preact'
import type { PageData } from '../../src/http/pages/page.ts'
import type { Counted, Words } from '../../src/words/index.ts'

export type { Words }

const page = JSON.parse(document.getElementById('data')!.textContent) as PageData<unknown>

/** The language of the page's words. */
export const pageLanguage = page.language

/** The language of the page, in the person's regional variant, so that dates look as they write them. */
export const language =
  navigator.languages.find((tag) => tag.split('-')[0] === page.language) ?? page.language

/** The texts of this page: only the sections of the catalogue that it needs. */
export const words = page.words as unknown as Words

const plural = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(language)

/** The data that the service put into the page. */
export function pageData<Data>(): Data {
  return page.data as Data
}

/** Fills names in braces: `say('All of {category}', { category: 'Rugby' })`. */
export function say(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? numbers.format(value) : (value ?? whole)
  })
}

/** The plural form of a text for a number. */
export function sayCount(text: Counted, count: number): string {
  return say(text[plural.select(count)] ?? text.other, { count })
}

/** Renders the page. */
export function show(content: ComponentChild): void {
  render(content, document.getElementById('page')!)
}
