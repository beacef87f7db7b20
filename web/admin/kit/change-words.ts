import type { ListedChange } from '../../../src/http/admin/changes-schemas.ts'
import { words } from '../words/index.ts'
import { locale } from './format.ts'
import { say } from './say.tsx'

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
  return others.reduce(
    (sentence, kind) => say(words.kit.changedAlso, { sentence, also: laterClause(kind, before, after) }),
    firstClause(first!, before, after),
  )
}

type Kind = ListedChange['kinds'][number]

function firstClause(kind: Kind, before: Picture, after: Picture): string {
  const { kit } = words
  if (kind === 'moved') {
    const { isEnd, from, to } = movedTimes(before, after)
    return say(isEnd ? kit.changedEnd : kit.changedMoved, { event: after.name, from, to })
  }
  const event = say(kit.eventAt, { name: after.name, start: startText(after) })
  if (kind === 'removed') return say(kit.changedRemoved, { event })
  if (kind === 'calledOff') return say(kit.changedCancelled, { event })
  if (kind === 'onAgain') return say(kit.changedOnAgain, { event })
  if (kind === 'title') return say(kit.changedTitle, { before: before.name, after: after.name })
  if (kind === 'text') return say(kit.changedDetails, { event })
  const places = { event, from: before.location, to: after.location }
  if (!after.location) return say(kit.changedNoPlace, places)
  return say(before.location ? kit.changedPlace : kit.changedFirstPlace, places)
}

function laterClause(kind: Kind, before: Picture, after: Picture): string {
  const { kit } = words
  if (kind === 'moved') {
    const { isEnd, from, to } = movedTimes(before, after)
    return say(isEnd ? kit.alsoEnd : kit.alsoMoved, { from, to })
  }
  if (kind === 'calledOff') return kit.alsoCancelled
  if (kind === 'onAgain') return kit.alsoOnAgain
  if (kind === 'title') return say(kit.alsoTitle, { before: before.name })
  if (kind !== 'place') return kit.alsoDetails
  const places = { from: before.location, to: after.location }
  if (!after.location) return kit.alsoNoPlace
  return say(before.location ? kit.alsoPlace : kit.alsoFirstPlace, places)
}

/** The times of a move, as far as they differ: of the end, if only that moved. */
function movedTimes(before: Picture, after: Picture): { isEnd: boolean; from: string; to: string } {
  const sameStart = before.startDate === after.startDate && before.startTime === after.startTime
  const sameZone = before.timezone === after.timezone
  if (sameStart && sameZone) return { isEnd: true, from: endText(before), to: endText(after, before.endDate) }
  if (sameZone) return { isEnd: false, from: startText(before), to: startText(after, before.startDate) }
  const inZone = (picture: Picture) =>
    say(words.kit.timeInZone, { time: startText(picture), zone: zoneText(picture) })
  return { isEnd: false, from: inZone(before), to: inZone(after) }
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
  if (time === '') return known === date ? words.kit.allDay : day
  return known === date ? times.format(at) : `${day} ${times.format(at)}`
}

function zoneText({ timezone }: Picture): string {
  return timezone.replaceAll('_', ' ')
}

/** The page of a change in the admin portal. */
export function changePath({ revision, calendarId }: Pick<ListedChange, 'revision' | 'calendarId'>): string {
  return `/changes/${revision}/${encodeURIComponent(calendarId)}`
}
