import { Fragment, type ReactNode } from 'react'
import { say as fill } from '../../../src/words/say.ts'
import { type Counted, words } from '../words/index.ts'
import { count, lists, locale } from './format.ts'

type Values = Record<string, string | number>

const plurals = new Intl.PluralRules(locale)

/** Fills names in braces: `say('Copy {what}', { what: 'the link' })`. Numbers are written as the language does. */
export function say(text: string, values: Values): string {
  const written = Object.entries(values).map(([name, value]) => [name, writtenOf(value)])
  return fill(text, Object.fromEntries(written) as Record<string, string>)
}

/** Sentences in a row, as the language puts them. */
export function sentences(...texts: string[]): string {
  return inRow(words.kit.sentences, texts)
}

/** Names or facts in a row that is no part of a sentence: `City, Town, Cup`. */
export function facts(texts: string[]): string {
  return inRow(words.kit.facts, texts)
}

function inRow(two: string, texts: string[]): string {
  return texts.filter(Boolean).reduce((first, second) => (first ? say(two, { first, second }) : second), '')
}

/** The plural form of a text for a number, which is `{count}` in it. */
export function sayCount(text: Counted, value: number, values: Values = {}): string {
  return say(text[plurals.select(value)] ?? text.other, { ...values, count: value })
}

function writtenOf(value: string | number): string {
  return typeof value === 'number' ? count(value) : value
}

/** Elements as a list in a sentence: `<b>Fay</b>, <b>Fred</b> and 3 more`. */
export function SayList({ items }: { items: ReactNode[] }) {
  return lists
    .formatToParts(items.map((_, index) => String(index)))
    .map(({ type, value }, index) => (
      <Fragment key={index}>{type === 'element' ? items[Number(value)] : value}</Fragment>
    ))
}

/** A text in which elements stand for names in braces: `<Say text={…} values={{ link: <Anchor …/> }} />`. */
export function Say({ text, values }: { text: string; values: Record<string, ReactNode> }) {
  return text.split(/\{(\w+)\}/).map((part, index) => (
    // Texts and names take turns, so that the index tells which it is.
    <Fragment key={index}>{index % 2 === 0 ? part : values[part]}</Fragment>
  ))
}
