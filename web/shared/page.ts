import { type ComponentChild, render } from 'preact'
import type { PageData } from '../../src/http/pages/page.ts'
import type { Counted, Words } from '../../src/words/index.ts'

export type { Words }

/** The language of the page's words. */
export let pageLanguage: string

/** The language of the page, with the person's region, so that dates look as they write them: `en-GB`. */
export let language: string

/** The first day of the reader's week, from 1 for Monday to 7 for Sunday. */
export let weekStart: number

/** The texts of this page: only the sections of the catalogue that it needs. */
export let words: Words

/** The IANA time zone that times are shown in: the visitor's, on the server the publisher's. */
export let zone: string

let page: PageData<unknown>
let plural: Intl.PluralRules
let numbers: Intl.NumberFormat

/**
 * Makes a page the one that components show: in a browser that of the document, on the server one after the other,
 * since rendering never waits.
 */
export function openPage(opened: PageData<unknown>, timeZone: string): void {
  page = opened
  zone = timeZone
  language = opened.language
  weekStart = opened.weekStart
  pageLanguage = language.split('-')[0]!
  words = opened.words as unknown as Words
  plural = new Intl.PluralRules(language)
  numbers = new Intl.NumberFormat(language)
}

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

/**
 * Renders the page. To be called once: from the third call on, Preact's `useId` returns ids that fields of the page
 * already have. A page that changes keeps its content in a state.
 */
export function show(content: ComponentChild): void {
  render(content, document.getElementById('page')!)
}

if (typeof document !== 'undefined') {
  const { textContent } = document.getElementById('data')!
  openPage(JSON.parse(textContent) as PageData<unknown>, new Intl.DateTimeFormat().resolvedOptions().timeZone)
}
