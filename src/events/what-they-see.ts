import { type Program, PROGRAMS } from './calendar-programs.ts'

/** An event as it was read back from the feed. */
export interface FeedEvent {
  title: string
  location: string
  description: string
  /** How long before the start, such as `15M`. */
  reminders: string[]
  /** STATUS:CANCELLED. */
  struck: boolean
}

/** What one program shows. */
export interface SeenBy {
  id: Program['id']
  name: string
  where: string
  /** Null: its month view has no titles. */
  monthTitle: string | null
  listTitle: string
  reminders: { before: string; shown: 'yes' | 'no' | 'perhaps' }[]
  /** Why; empty where there is no reminder. */
  reminderNote: string
  updates: string
  /** Whether the event can't be seen there, or is struck through. */
  state: 'shown' | 'hidden' | 'struck'
}

const SHOWN = { kept: 'yes', dropped: 'no', asked: 'perhaps' } as const

/** The event as each of the programs most people use will show it. */
export function seenByEach(event: FeedEvent): SeenBy[] {
  return PROGRAMS.map((program) => ({
    id: program.id,
    name: program.name,
    where: program.where,
    monthTitle: program.month === 0 ? null : cutTitle(event.title, program.month),
    listTitle: cutTitle(event.title, program.list),
    reminders: event.reminders.map((before) => ({ before, shown: SHOWN[program.reminders] })),
    reminderNote: event.reminders.length > 0 ? program.reminderNote : '',
    updates: program.updates,
    state: event.struck && program.struck !== 'unmarked' ? program.struck : 'shown',
  }))
}

/** A title as a view with room for `room` letters shows it. What looks like one letter counts as one. */
export function cutTitle(title: string, room: number): string {
  const letters = lettersOf(title)
  return letters.length <= room
    ? title
    : `${letters
        .slice(0, room - 1)
        .join('')
        .trimEnd()}…`
}

/** The letters of a text as people count them: an emoji of several code points is one. */
export function lettersOf(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => segment)
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })
