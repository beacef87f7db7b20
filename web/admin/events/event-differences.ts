import { fieldLabel } from './field-labels.ts'
import { reminderText, type When, whenText } from './times.ts'

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
    if (isWhen(before) && isWhen(after)) add('When', (fields) => whenText(fields as unknown as When))
    else for (const name of WHEN.filter((name) => names.includes(name))) add(fieldLabel(name), plain(name))
  }
  if (names.includes('calendarId') || names.includes('alsoIn'))
    add('calendarId' in after ? 'Calendars' : 'Other calendars', ({ calendarId, alsoIn }) =>
      [calendarId, ...((alsoIn as unknown[] | undefined) ?? [])]
        .filter((id) => typeof id === 'string')
        .map(calendarName)
        .join(', '),
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
  if (name === 'draft') return value ? 'Draft' : 'Live'
  if (name === 'cancelled') return value ? 'Cancelled' : 'Takes place'
  if (name === 'alert' || name === 'alert2') return value ? reminderText(value as string) : 'None'
  if (name === 'quickLinks' || name === 'linkNames') return linksText(value)
  if (value === true || value === false) return value ? 'Yes' : 'No'
  if (value === null || value === undefined || value === '') return 'Empty'
  if (Array.isArray(value))
    return value.length > 0
      ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ')
      : 'None'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function linksText(value: unknown): string {
  const links = (value as { name: string; url?: string }[] | undefined) ?? []
  return links.length > 0
    ? links.map(({ name, url }) => [name, url].filter(Boolean).join(': ')).join('\n')
    : 'None'
}

/** Faults of a change of many events, in words of the page. */
const FAULTS: [pattern: RegExp, words: string][] = [
  [/not be before the start/, 'It would end before it starts.'],
  [/must have a calendar/, 'It is in no other calendar. To remove it from this one, delete it.'],
  [/lasts all day/, 'It lasts all day, so it can move by days only.'],
  [/comes twice that day/, 'Its new time comes twice that day, because clocks go back. Move it by hand.'],
  [/links already/, 'It has as many links as an event can have.'],
  [/location is required/, 'An event needs a place.'],
  [/name is required/, 'An event needs a title.'],
  [/calendars$/, 'It would be in too many calendars.'],
]

/** An error of a field as a sentence of the page. */
export function faultText(field: string, message: string): string {
  const [, words] = FAULTS.find(([pattern]) => pattern.test(message)) ?? []
  if (words) return words
  const [, rest] = /^Event \S+ (must .*|is .*)$/.exec(message) ?? []
  return rest ? `${fieldLabel(field)} ${rest}.` : message
}
