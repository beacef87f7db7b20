import type { ChangeKind, EventPicture } from '../events/event-change.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { say } from '../words/say.ts'
import { type Fact, factsOf } from './event-facts.ts'
import { arrowOf, endChange, needsDate, shortStart, startChange, startOf } from './event-times.ts'
import { isolate, shorten } from './isolate.ts'

/** A changed event, from what people last knew to what is true now. */
export interface AlertedEvent {
  eventId: string
  /** `text` is told with others, never alone. */
  kinds: ChangeKind[]
  before: EventPicture
  /** Null: removed. */
  after: EventPicture | null
  calendarName: string
}

/** The words about one event. Names, places and times in them are isolated. */
export interface ToldEvent {
  name: string
  /** The kinds of changes in words, the most important first: `Moved`, `New place`. */
  labels: string[]
  /** `City v Town moved: Sat 15:00 → Sun 17:30`; undefined without a kind that is told. */
  sentence: string | undefined
  /** The most important difference, or when the event is: `Sat 15:00 → Sun 17:30`. */
  short: string
  facts: Fact[]
}

type WordedKind = 'removed' | 'cancelled' | 'onAgain' | 'moved' | 'newEnd' | 'placeChanged' | 'newName'

/** Characters of names and places in subjects and notifications. */
const MAX_SHORT = 60

/** Words an event. The time now (epoch ms) decides if a weekday is enough. */
export function toldEvent(event: AlertedEvent, now: number, language: Language): ToldEvent {
  const { before } = event
  const words = LANGUAGES[language].alertMail
  const kinds = toldKinds(event)
  const [first] = kinds
  // An event that does not take place is named as people know it.
  const isOff = first === 'removed' || first === 'cancelled'
  const shown = isOff ? before : event.after!
  const dated = needsDate(before, now) || needsDate(shown, now)
  const when = isolate(shortStart(shown, dated, now, language))
  const changeText = first === 'newEnd' ? endChange : startChange
  const change = changeText(before, shown, dated, now, language)
  const cut = (text: string) => isolate(shorten(text, MAX_SHORT))
  const place = shown.location ? cut(shown.location) : words.noPlace
  const texts = { event: cut(shown.name), before: cut(before.name), place, when, change }
  const sentences: Record<WordedKind, string> = {
    removed: words.isRemoved,
    cancelled: words.isCancelled,
    onAgain: words.isOn,
    moved: words.hasMoved,
    newEnd: words.hasNewEnd,
    placeChanged: shown.location ? words.hasNewPlace : words.hasNoPlace,
    newName: words.hasNewName,
  }
  const shorts: Partial<Record<WordedKind, string>> = {
    moved: change,
    newEnd: change,
    placeChanged: `${place} (${when})`,
    newName: `${texts.before} ${arrowOf(language)} ${texts.event}`,
  }
  return {
    name: isolate(shown.name),
    labels: kinds.map((kind) => words[kind]),
    sentence: first && say(sentences[first], texts),
    short: (first && shorts[first]) ?? when,
    facts: factsOf(before, shown, isOff, event.calendarName, language),
  }
}

/** The earlier of both starts, in epoch ms. */
export function earliestStart({ before, after }: AlertedEvent): number {
  return Math.min(startOf(before), startOf(after ?? before))
}

/** Returns the kinds of changes to tell. An event that does not take place has only one. */
function toldKinds({ kinds, before, after }: AlertedEvent): WordedKind[] {
  if (!after) return ['removed']
  if (after.cancelled) return ['cancelled']
  const has = (kind: ChangeKind) => kinds.includes(kind)
  const endsAlike = before.endDate === after.endDate && before.endTime === after.endTime
  const told: Partial<Record<WordedKind, boolean>> = {
    onAgain: has('onAgain'),
    moved: has('moved') && !startsAlike(before, after),
    newEnd: has('moved') && startsAlike(before, after) && !endsAlike,
    placeChanged: has('place'),
    newName: has('title'),
  }
  return (Object.keys(told) as WordedKind[]).filter((kind) => told[kind])
}

function startsAlike(before: EventPicture, after: EventPicture): boolean {
  const { startDate, startTime } = after
  const isSameWall = before.startDate === startDate && before.startTime === startTime
  return isSameWall && startOf(before) === startOf(after)
}
