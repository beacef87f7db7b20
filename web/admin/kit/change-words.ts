import type { ListedChange } from '../../../src/http/admin/changes-schemas.ts'
import { locale } from './format.ts'

/** An event as it was or is, in the wall time of its zone. */
interface Picture {
  name: string
  location: string
  startDate: string
  /** Empty: it lasts all day. */
  startTime: string
  endDate: string
  endTime: string
  timezone: string
}

/** A day that is nearer has no year. */
const NEAR_MS = 300 * 86_400_000

const utc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
const days = utc({ weekday: 'short', day: 'numeric', month: 'short' })
const daysOfYear = utc({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const times = utc({ hour: '2-digit', minute: '2-digit' })

/** A change as a sentence without a full stop: `City v Town moved: Sat 10 Apr 15:00 → Sun 11 Apr 17:30`. */
export function changeText(change: ListedChange): string {
  const before = change.before as unknown as Picture
  const after = (change.after ?? change.before) as unknown as Picture
  const [first, ...others] = change.kinds
  const also = others.map((kind) => laterClause(kind, before, after))
  return [firstClause(first!, before, after), ...also].join('; ')
}

type Kind = ListedChange['kinds'][number]

function firstClause(kind: Kind, before: Picture, after: Picture): string {
  const event = `${after.name} (${startText(after)})`
  if (kind === 'moved') return `${after.name} ${movedText(before, after)}`
  if (kind === 'removed') return `${event} was removed`
  if (kind === 'calledOff') return `${event} was cancelled`
  if (kind === 'onAgain') return `${event} takes place after all`
  if (kind === 'title') return `“${before.name}” is now called “${after.name}”`
  if (kind === 'place') return `${event} has ${placeText(before, after)}`
  return `${event} has new details`
}

function laterClause(kind: Kind, before: Picture, after: Picture): string {
  if (kind === 'moved') return movedText(before, after)
  if (kind === 'place') return placeText(before, after)
  if (kind === 'calledOff') return 'cancelled'
  if (kind === 'onAgain') return 'takes place after all'
  if (kind === 'title') return `it was called “${before.name}”`
  return 'new details'
}

function placeText(before: Picture, after: Picture): string {
  if (!after.location) return 'no place any more'
  return before.location
    ? `a new place: ${before.location} → ${after.location}`
    : `a place: ${after.location}`
}

function movedText(before: Picture, after: Picture): string {
  const zones = before.timezone === after.timezone ? ['', ''] : [zoneText(before), zoneText(after)]
  const from = `${startText(before)}${zones[0]}`
  const sameStart = before.startDate === after.startDate && before.startTime === after.startTime
  if (sameStart && zones[1] === '') {
    const ends = `${endText(before)} → ${endText(after, before.endDate)}`
    return `has a new end: ${ends}`
  }
  const to = startText(after, zones[1] === '' ? before.startDate : undefined)
  return `moved: ${from} → ${to}${zones[1]}`
}

/** The start; without the day if that is `known` and there is a time. */
function startText({ startDate, startTime }: Picture, known?: string): string {
  return wallText(startDate, startTime, known)
}

function endText({ endDate, endTime }: Picture, known?: string): string {
  return wallText(endDate, endTime, known)
}

function wallText(date: string, time: string, known?: string): string {
  const at = new Date(`${date}T${time || '00:00'}Z`)
  const isNear = Math.abs(at.getTime() - Date.now()) < NEAR_MS
  const day = (isNear ? days : daysOfYear).format(at).replaceAll(',', '')
  if (time === '') return known === date ? 'all day' : day
  return known === date ? times.format(at) : `${day} ${times.format(at)}`
}

function zoneText({ timezone }: Picture): string {
  return ` (${timezone.replaceAll('_', ' ')})`
}

/** The page of a change in the admin portal. */
export function changePath({ revision, calendarId }: Pick<ListedChange, 'revision' | 'calendarId'>): string {
  return `/changes/${revision}/${encodeURIComponent(calendarId)}`
}
