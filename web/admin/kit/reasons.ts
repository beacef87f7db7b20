import type { Reason } from '../../../src/reasons/reason.ts'
import { language, words } from '../words/index.ts'
import { fieldLabel } from './field-labels.ts'
import { listShort, weekdayAndDay } from './format.ts'
import { say, sayCount } from './say.tsx'

/** Values that are numbers of things, and those that are days. */
const NUMBERS = /^(count|min|max|line|gone)$/
const DAYS = /^day$/

const TEXTS = { ...words.refusals, ...words.reasons }

/** Says a reason in the language of the page, without the field that it is about. */
export function reasonText({ kind, values, because }: Reason): string {
  // A newer service may know more kinds than an open page.
  const text = (TEXTS as Partial<typeof TEXTS>)[kind] ?? words.reasons.other
  const told = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(name, value)]))
  const all = { ...told, ...(because && { because: listShort(because.map(withField)) }) }
  return typeof text === 'string' ? say(text, all) : sayCount(text, Number(told.count), all)
}

/** Says a sentence of the service in the language of the page. Without a reason, English pages have it as it is. */
export function messageText(message: string, reason: Reason | undefined): string {
  if (reason) return reasonText(reason)
  return language === 'en' ? message : words.reasons.other
}

/** Says what a program was told: on English pages to the letter, as it got it. */
export function loggedText(message: string, reason: Reason | undefined): string {
  return language === 'en' ? message : messageText(message, reason)
}

/** Messages by field, in the language of the page. */
export function messagesText(
  errors: Record<string, string> = {},
  reasons: Record<string, Reason> = {},
): Record<string, string> {
  const told = Object.entries(errors).map(([field, message]) => [field, messageText(message, reasons[field])])
  return Object.fromEntries(told) as Record<string, string>
}

/** A message with the label of its field before it. Messages about a rule name it themselves. */
export function ofField(field: string, message: string, labelOf = fieldLabel): string {
  if (/^recurrence\b/.test(field)) return message
  const label = labelOf(field)
  return message === words.reasons.required
    ? say(words.reasons.requiredField, { field: label })
    : say(words.reasons.ofField, { field: label, fault: message })
}

/** Messages by field as one text with the labels of the fields. */
export function faultsText(errors?: Record<string, string>, reasons?: Record<string, Reason>): string {
  const faults = Object.entries(messagesText(errors, reasons))
  return listShort(faults.map(([field, message]) => ofField(field, message)))
}

function withField(reason: Reason): string {
  const { field } = reason.values
  return field === undefined ? reasonText(reason) : ofField(field, reasonText(reason))
}

function valueOf(name: string, value: string): string | number {
  if (NUMBERS.test(name)) return Number(value.replaceAll(',', ''))
  return DAYS.test(name) && /^\d{4}-\d{2}-\d{2}$/.test(value.slice(0, 10))
    ? weekdayAndDay(value.slice(0, 10))
    : value
}
