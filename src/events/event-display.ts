import { APPLICATIONS, type CalendarApplication } from './calendar-applications.ts'

/** An event as parsed from the feed. */
export interface FeedEvent {
  title: string
  location: string
  description: string
  /** Times before the start, such as `15M`. */
  reminders: string[]
  /** STATUS:CANCELLED. */
  struck: boolean
}

/** How one application displays an event. */
export interface ApplicationDisplay {
  id: CalendarApplication['id']
  name: string
  where: string
  /** Null if its month view has no titles. */
  monthTitle: string | null
  listTitle: string
  reminders: { before: string; shown: 'yes' | 'no' | 'perhaps' }[]
  /** Why reminders are shown or not; empty if the event has none. */
  reminderNote: string
  updates: string
  /** How each of the most used applications displays an event. */
  state: 'shown' | 'hidden' | 'struck'
}

const SHOWN = { kept: 'yes', dropped: 'no', asked: 'perhaps' } as const

/** The event as each of the applications most people use will show it. */
export function displayInApplications(event: FeedEvent): ApplicationDisplay[] {
  return APPLICATIONS.map((application) => ({
    id: application.id,
    name: application.name,
    where: application.where,
    monthTitle: application.month === 0 ? null : cutTitle(event.title, application.month),
    listTitle: cutTitle(event.title, application.list),
    reminders: event.reminders.map((before) => ({ before, shown: SHOWN[application.reminders] })),
    reminderNote: event.reminders.length > 0 ? application.reminderNote : '',
    updates: application.updates,
    state: event.struck && application.struck !== 'unmarked' ? application.struck : 'shown',
  }))
}

/** A title as shown in a view with space for `maxLetters` letters (graphemes). */
export function cutTitle(title: string, maxLetters: number): string {
  const letters = lettersOf(title)
  return letters.length <= maxLetters
    ? title
    : `${letters
        .slice(0, maxLetters - 1)
        .join('')
        .trimEnd()}…`
}

/** The letters of a text as people count them (graphemes): an emoji of several code points is one. */
export function lettersOf(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => segment)
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })
