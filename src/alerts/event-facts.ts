import type { EventPicture } from '../events/event-change.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { fullTimes, zoneOf } from './event-times.ts'
import { isolate } from './isolate.ts'

/** A line about an event. `gone`: it is no longer so. `fresh`: it is now so. */
export interface Fact {
  label: string
  value: string
  /** The value in two lines, if it is long. */
  lines?: string[]
  state?: 'gone' | 'fresh'
  /** The zone of a time, or that it is all day. */
  note?: string
}

/** The lines about an event, with what differs twice. `isOff`: the event does not take place. */
export function factsOf(
  before: EventPicture,
  shown: EventPicture,
  isOff: boolean,
  calendarName: string,
  language: Language,
): Fact[] {
  const { oldName, calendar } = LANGUAGES[language].alertMail
  const isRenamed = before.name !== shown.name
  return [
    ...(isRenamed ? [{ label: oldName, value: isolate(before.name), state: 'gone' as const }] : []),
    ...timeFacts(before, shown, isOff, language),
    ...placeFacts(before, shown, language),
    { label: calendar, value: isolate(calendarName) },
  ]
}

function timeFacts(before: EventPicture, shown: EventPicture, isOff: boolean, language: Language): Fact[] {
  const { time, oldTime, newTime } = LANGUAGES[language].alertMail
  const [oldZone, newZone] = [before, shown].map((picture) => isolate(zoneOf(picture, language)))
  const fact = (picture: EventPicture) => {
    const { text, lines } = fullTimes(picture, language)
    return { value: isolate(text), lines: lines.map(isolate) }
  }
  const [old, fresh] = [fact(before), fact(shown)]
  const note = newZone!
  if (old.value === fresh.value && oldZone === newZone) {
    return [{ label: time, ...fresh, note, ...(isOff && { state: 'gone' }) }]
  }
  return [
    { label: oldTime, ...old, state: 'gone', ...(oldZone !== newZone && { note: oldZone! }) },
    { label: newTime, ...fresh, state: 'fresh', note },
  ]
}

function placeFacts(before: EventPicture, shown: EventPicture, language: Language): Fact[] {
  const { place, oldPlace, newPlace, noPlace } = LANGUAGES[language].alertMail
  const value = ({ location }: EventPicture) => (location ? isolate(location) : noPlace)
  if (before.location === shown.location) return shown.location ? [{ label: place, value: value(shown) }] : []
  return [
    ...(before.location ? [{ label: oldPlace, value: value(before), state: 'gone' as const }] : []),
    { label: newPlace, value: value(shown), state: 'fresh' },
  ]
}
