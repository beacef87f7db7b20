import { fieldLabel } from '../kit/field-labels.ts'
import { reminderText } from '../kit/reminder-text.ts'
import { facts } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { type When, whenText } from './times.ts'

/** One thing that differs between two versions of an event, in words. */
export interface Difference {
  label: string
  before: string
  after: string
}

type Fields = Record<string, unknown>

const WHEN = ['startDate', 'startTime', 'endDate', 'endTime'] as const
const NOT_SHOWN = new Set<string>([
  ...WHEN,
  'ownFields',
  'makings',
  'calendarId',
  'alsoIn',
  'imported',
  'private',
])

/**
 * The differences of an event in words, in the order in which people ask for them. `before` and `after` are fields as
 * the audit log keeps them.
 */
export function differencesOf(
  before: Fields,
  after: Fields,
  calendarName: (id: string) => string,
): Difference[] {
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(differs)
  const found: Difference[] = []
  const add = (label: string, text: (fields: Fields) => string) =>
    found.push({ label, before: text(before), after: text(after) })
  if (WHEN.some((name) => names.includes(name))) {
    if (isWhen(before) && isWhen(after)) add(words.kit.when, (fields) => whenText(fields as unknown as When))
    else for (const name of WHEN.filter((name) => names.includes(name))) add(fieldLabel(name), plain(name))
  }
  if (names.includes('calendarId') || names.includes('alsoIn'))
    add(
      'calendarId' in after ? words.events.calendars : words.events.otherCalendars,
      ({ calendarId, alsoIn }) =>
        facts(
          [calendarId, ...((alsoIn as unknown[] | undefined) ?? [])]
            .filter((id) => typeof id === 'string')
            .map(calendarName),
        ),
    )
  for (const name of names.filter((name) => !NOT_SHOWN.has(name))) add(fieldLabel(name), plain(name))
  return found
}

function isWhen(fields: Fields): boolean {
  return WHEN.every((name) => name in fields)
}

function plain(name: string) {
  return (fields: Fields): string => valueOf(name, fields[name])
}

function valueOf(name: string, value: unknown): string {
  if (name === 'draft') return value ? words.kit.draft : words.kit.live
  if (name === 'cancelled') return value ? words.events.cancelled : words.events.takesPlace
  if (name === 'alert' || name === 'alert2') return value ? reminderText(value as string) : words.events.none
  if (name === 'quickLinks' || name === 'linkNames') return linksText(value)
  if (value === true || value === false) return value ? words.events.yes : words.events.no
  if (value === null || value === undefined || value === '') return words.events.empty
  if (Array.isArray(value))
    return value.length > 0
      ? facts(value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))))
      : words.events.none
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function linksText(value: unknown): string {
  const links = (value as { name: string; url?: string }[] | undefined) ?? []
  return links.length > 0
    ? links.map(({ name, url }) => [name, url].filter(Boolean).join(': ')).join('\n')
    : words.events.none
}
