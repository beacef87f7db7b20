import { type ComponentChild, render } from 'preact'
import type { PageData } from '../../src/http/pages/page.ts'
import type { Counted, Words } from '../../src/words/index.ts'

export type { Words }

const page = JSON.parse(document.getElementById('data')!.textContent) as PageData<unknown>

/** The language the page is in, for `Intl`: as it is spoken where the person is, so that dates are as they write them. */
export const language =
  navigator.languages.find((tag) => tag.split('-')[0] === page.language) ?? page.language

/** The words of this page. Only the places are there that the page was sent with. */
export const words = page.words as unknown as Words

const plural = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(language)

/** What the service put into the page. */
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

/** The form of a text that fits a number. */
export function sayCount(text: Counted, count: number): string {
  return say(text[plural.select(count)] ?? text.other, { count })
}

/** Shows the page. */
export function show(content: ComponentChild): void {
  render(content, document.getElementById('page')!)
}
